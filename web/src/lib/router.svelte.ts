/** Which page the address names. Links are ordinary links; a click on one inside the site changes the page without a load. */
import { placed, within } from "./site";

export const address = $state({ path: within(location.pathname), query: location.search });
/** How many pages were opened from another one. */
export const visits = { count: 0 };

export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, "", placed(to));
  else history.pushState(null, "", placed(to));
  settle();
  if (!replace) scrollTo(0, 0);
}

function settle(): void {
  const path = within(location.pathname);
  if (path !== address.path) visits.count++;
  address.path = path;
  address.query = location.search;
}

export function listen(): void {
  addEventListener("popstate", settle);
  document.addEventListener("click", (click) => {
    if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return;
    const link = (click.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.rel === "external" || link.pathname.startsWith("/api/")) return; // not one of these pages
    click.preventDefault();
    go(within(link.pathname) + link.search + link.hash);
  });
}
