/** A question with one answer answers itself, once one has had time to read it. */

const READ_MS = 1300;

/** `answer` gives the one move there is, or null; call it while a board is set up. */
export function onlyAnswer(answer: () => string | null, play: (move: string) => void): void {
  $effect(() => {
    const move = answer();
    if (move === null) return;
    const timer = setTimeout(() => play(move), READ_MS);
    return () => clearTimeout(timer);
  });
}
