/** The content policy lets nothing become a script but what this policy has seen: our two workers. */
import { within } from "./site";

interface Policy {
  createScriptURL(url: string): string;
}
const OURS = /^\/(worker\.js|offline\/tables-[0-9a-f]+\/worker\.js\?[\w=&./%~-]*)$/;

function onlyOurs(url: string): string {
  if (!OURS.test(within(url))) throw new TypeError(`${url} is no script of ours`);
  return url;
}

let policy: Policy | null = null;

export function scriptAddress(url: string): string {
  const policies = (window as unknown as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
  policy ??= policies?.createPolicy("hoofspiel-worker", { createScriptURL: onlyOurs }) ?? { createScriptURL: onlyOurs };
  return policy.createScriptURL(url);
}
