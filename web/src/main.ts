import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { install, reloadStale } from "$lib/install";
import { listen } from "$lib/router.svelte";
import { show } from "$lib/settings.svelte";
import { wake } from "$lib/sound";

show();
listen();
reloadStale();
install();
addEventListener("pointerdown", wake);
addEventListener("keydown", wake);
mount(App, { target: document.getElementById("app")! });
