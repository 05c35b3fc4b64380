/** Addresses of tables without a server begin with an l, which no server's do (offline/door.py). */
export const isHere = (id: string): boolean => id.startsWith("l");

/** These pages stand on a web host without a server of ours behind them (make site): everything runs on the device. */
export const site: boolean = import.meta.env.MODE === "site";
