/** The final board as a picture to share: what stands on the page, drawn once more by the browser itself, with who won above it. */

/** Nothing moves in a picture, and what lies over the board is no part of it. */
const STILL = "*, *::before, *::after { animation: none !important; transition: none !important; }";
const NOT_IN_IT = ".end, .finale, .signs, .guide, [role='status'], script";
const BAND = 64;
const MARGIN = 16;

/** An image that is drawn apart from its page finds no other file: fonts go along in the style sheet. */
async function withFonts(css: string): Promise<string> {
  const found = [...new Set([...css.matchAll(/url\("([^"]+\.woff2?)"\)/g)].map(([, url]) => url!))];
  for (const url of found) {
    const bytes = new Uint8Array(await (await fetch(new URL(url, document.baseURI))).arrayBuffer());
    css = css.replaceAll(url, `data:font/woff;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`);
  }
  return css;
}

function styles(): string {
  const sheets = [...document.styleSheets].filter((sheet) => !sheet.href || new URL(sheet.href).origin === location.origin);
  return sheets.map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText.replace(/url\("(?!data:)([^"]+)"\)/g, (_, url: string) => `url("${new URL(url, sheet.href ?? document.baseURI).href}")`)).join("\n")).join("\n");
}

/** Text in the language of SVG: written out, for what the policy of this page says about styles concerns elements of this page. */
const written = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The whole page as one SVG, as large as the window: so that every line breaks where it broke. */
async function page(): Promise<string> {
  const root = document.documentElement;
  const theme = root.dataset["theme"];
  const scheme = theme === "light" || theme === "dark" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const style = `${root.getAttribute("style") ?? ""}; color-scheme: ${scheme}; font: ${getComputedStyle(root).font}`;
  const data = [...root.attributes].filter(({ name }) => name.startsWith("data-") || name === "lang").map(({ name, value }) => ` ${name}="${written(value)}"`);
  const size = `width="${innerWidth}" height="${innerHeight}"`;
  const body = document.body.cloneNode(true) as HTMLElement;
  for (const one of body.querySelectorAll(NOT_IN_IT)) one.remove();
  const css = written(`${await withFonts(styles())}\n${STILL}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}${data.join("")} style="${written(style)}"><style>${css}</style><foreignObject ${size}>${new XMLSerializer().serializeToString(body)}</foreignObject></svg>`;
}

/** As a PNG: the board, and above it which game it was and how it ended. */
export async function boardPicture(game: string, ended: string, points: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await page())}`;
  await image.decode();
  const box = document.getElementById("table")!.getBoundingClientRect();
  const drawn = [...document.querySelectorAll("#table > :first-child *")].filter((one) => !one.closest(NOT_IN_IT)).map((one) => one.getBoundingClientRect().bottom);
  const low = Math.min(innerHeight, box.bottom, Math.max(box.top + BAND, ...drawn) + MARGIN); // no empty floor below the board
  const [wide, tall] = [box.width, low - Math.max(0, box.top)];
  const sharp = Math.max(2, devicePixelRatio);
  const canvas = Object.assign(document.createElement("canvas"), { width: wide * sharp, height: (tall + BAND) * sharp });
  const pen = canvas.getContext("2d")!;
  pen.scale(sharp, sharp);
  const room = getComputedStyle(document.querySelector("[data-room] > header") ?? document.body);
  pen.fillStyle = room.backgroundColor;
  pen.fillRect(0, 0, wide, BAND);
  pen.drawImage(image, box.left, Math.max(0, box.top), wide, tall, 0, BAND, wide, tall);
  pen.fillStyle = room.color;
  const display = getComputedStyle(document.querySelector("h1, h2") ?? document.body).fontFamily;
  pen.font = `22px ${display}`;
  pen.fillText(ended, MARGIN, 28, wide - 2 * MARGIN);
  pen.font = `15px ${getComputedStyle(document.body).fontFamily}`;
  pen.fillText(`${game} · ${points}`, MARGIN, 52, wide - 2 * MARGIN);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/** Shared where the device can share files, else saved. */
export async function shareBoard(game: string, ended: string, points: string): Promise<void> {
  const file = new File([await boardPicture(game, ended, points)], "hoofspiel.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return void navigator.share({ files: [file] }).catch(() => {});
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
