import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { install, reloadStale } from "$lib/install";
import { firstLanguage, loadLanguage } from "$lib/language";
import { listen } from "$lib/router.svelte";
import { settings, show } from "$lib/settings.svelte";
import { wake } from "$lib/sound";
import { speak } from "$lib/words";

reloadStale();
speak(await loadLanguage(firstLanguage(settings.language, navigator.languages)));
show();
listen();
install();
addEventListener("pointerdown", wake);
addEventListener("keydown", wake);
mount(App, { target: document.getElementById("app")! });
