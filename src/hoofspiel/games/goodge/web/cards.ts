/** How a card is drawn: its sign, and the number printed in its roundel. What it may do is the server's matter. */
const SIGNS: Record<string, string> = { s: "spades", d: "diamonds", t: "stars", h: "hearts", c: "clubs" };
const PRINTED: Record<string, number> = { "1": 20, "5": 15, "10": 10 };

export const suitOf = (card: string): string => (card === "crown" ? "crown" : SIGNS[card[0]!]!);
export const worth = (card: string): number => (card === "crown" ? 25 : (PRINTED[card.slice(1)] ?? 0));
