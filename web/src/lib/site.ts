/** Addresses of tables without a server begin with an l, which no server's do (offline/door.py). */
export const isHere = (id: string): boolean => id.startsWith("l");

/** These pages stand on a web host without a server of ours behind them (make site): everything runs on the device. */
export const site: boolean = import.meta.env.MODE === "site";

/** Where these pages stand at their address: "/", or a folder of a web host such as "/hoofspiel/" (make site BASE=...). */
const BASE: string = import.meta.env.BASE_URL;

/** A page's or file's whole address, from the one it has within these pages. */
export const placed = (path: string): string => BASE + path.slice(1);
/** The other way round. */
export const within = (path: string): string => (path.startsWith(BASE) ? `/${path.slice(BASE.length)}` : path);
