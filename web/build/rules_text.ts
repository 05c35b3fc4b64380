/** Turns a RULES.md into plain blocks at build time, so that the page needs no Markdown reader and no raw HTML. */

/** Where a rule comes from: the rulebook, a variant it prints, our ruling where it is silent, our own invention. */
export type Origin = "printed" | "variant" | "ruling" | "ours";

/** A run of words: [style, words], where style is "" plain, "b" strong, "i" emphasis, "c" code; or a mark that says where
 *  the words before it come from: ["mark", origin, the ruling's number, the reason]. */
export type Run = [style: "" | "b" | "i" | "c", words: string] | [style: "mark", origin: Origin, id: string, reason: Run[]];

export type Block =
  | { kind: "head"; level: number; words: Run[]; id: string }
  | { kind: "para"; words: Run[]; id: string | null }
  | { kind: "list"; items: Run[][]; ordered: boolean }
  | { kind: "table"; head: Run[][]; rows: Run[][][] };

/** Marks in English, French and German: a printed variant, or our own. */
const MARK = /\*\((?:([Vv]ariante?|ours|maison|Hausregel)|([A-Z](?:-R)?\d+))(?:\s?:\s*(.*?))?\)\*/g;
const PARAGRAPH = /^\*\*(R\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*/;

export function runs(text: string): Run[] {
  const found: Run[] = [];
  const pattern = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[([^\]]+)\]\([^)]*\)/g;
  let last = 0;
  for (const hit of text.matchAll(pattern)) {
    if (hit.index > last) found.push(["", text.slice(last, hit.index)]);
    if (hit[1] !== undefined) found.push(["b", hit[1]]);
    else if (hit[2] !== undefined) found.push(["i", hit[2]]);
    else if (hit[3] !== undefined) found.push(["c", hit[3]]);
    else found.push(["", hit[4] ?? ""]);
    last = hit.index + hit[0].length;
  }
  if (last < text.length) found.push(["", text.slice(last)]);
  return found;
}

/** The words of a numbered paragraph; without any mark they are printed in the rulebook. */
export function marked(text: string): Run[] {
  const found: Run[] = [];
  let last = 0;
  for (const hit of text.matchAll(MARK)) {
    found.push(...runs(text.slice(last, hit.index)));
    found.push(["mark", hit[2] ? "ruling" : /^v/i.test(hit[1]!) ? "variant" : "ours", hit[2] ?? "", runs(hit[3] ?? "")]);
    last = hit.index + hit[0].length;
  }
  if (last < text.length) found.push(...runs(text.slice(last)));
  return last ? found : [...found, ["", " "], ["mark", "printed", "", []]];
}

const cells = (line: string): Run[][] =>
  line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => runs(cell.trim()));

const slugged = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

export function rulesBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  let at = 0;
  const upTo = (stop: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (at < lines.length && !stop(lines[at]!)) taken.push(lines[at++]!);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const head = /^(#{1,4})\s+(.*)$/.exec(line);
    if (!line.trim()) at++;
    else if (head) {
      at++;
      blocks.push({ kind: "head", level: head[1]!.length, words: runs(head[2]!), id: slugged(head[2]!) });
    } else if (line.startsWith("|")) {
      const rows = upTo((next) => !next.startsWith("|"));
      const body = rows.filter((row) => !/^\|[\s:|-]+\|?$/.test(row.trim()));
      blocks.push({ kind: "table", head: cells(body[0]!), rows: body.slice(1).map(cells) });
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const taken = upTo((next) => !next.trim() || /^(#|\|)/.test(next) || PARAGRAPH.test(next));
      const items: string[] = [];
      for (const item of taken) {
        const start = /^\s*([-*]|\d+\.)\s+(.*)$/.exec(item);
        if (start) items.push(start[2]!);
        else items[items.length - 1] += " " + item.trim();
      }
      pushItems(blocks, items, ordered);
    } else {
      at++;
      const rest = upTo((next) => !next.trim() || /^(#|\||\s*[-*]\s|\s*\d+\.\s)/.test(next) || PARAGRAPH.test(next));
      const text = [line, ...rest].map((part) => part.trim()).join(" ");
      const id = PARAGRAPH.exec(text)?.[1] ?? null;
      blocks.push({ kind: "para", words: id ? marked(text.replace(PARAGRAPH, "")) : runs(text), id });
    }
  }
  return blocks;
}

/** Numbered paragraphs written as list items become paragraphs of their own, so that they can be linked to. */
function pushItems(blocks: Block[], items: string[], ordered: boolean): void {
  if (items.some((item) => PARAGRAPH.test(item)))
    for (const item of items)
      blocks.push({ kind: "para", words: marked(item.replace(PARAGRAPH, "")), id: PARAGRAPH.exec(item)?.[1] ?? null });
  else blocks.push({ kind: "list", items: items.map(runs), ordered });
}
