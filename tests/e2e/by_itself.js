// A page that plays its device's tables by itself, over the lines that boards use: {ask, play}, for by_itself.py.
(() => {
  const HUMAN_MS = 300;
  const POLL_MS = 40;

  /** The module of the pages that stands where a server stands otherwise. */
  const device = async () => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    for (const chunk of loaded.filter((name) => /assets\/here-[^/]*js$/.test(name)))
      for (const one of Object.values(await import(chunk))) if (typeof one?.ask === "function") return one;
  };

  let random = 7;
  const any = (list) => list[(random = (random * 48271) % 2147483647) % list.length];
  const timed = (view) => view.shown_at !== undefined;
  const starting = (moves, word) => moves.find((move) => move.startsWith(word)) ?? null;

  /** What an attentive player does where time counts; anything offered elsewhere. Seat 0 is the better one. */
  function choice({ seat, view, moves }) {
    if (!timed(view)) return any(moves);
    const right = view.word && view.card && view.card.split("/")[0] === view.word;
    if (view.calm && !starting(moves, "say")) return right && seat === 0 ? starting(moves, "answer palm") : moves[0];
    return right && !view.calm ? starting(moves, "slap") : starting(moves, `say ${view.next_word}`);
  }

  /** One table, to its end or until so many things have happened. */
  const played = (here, table, most) =>
    new Promise((done) => {
      const wire = here.connect(table, null, false);
      const sent = new Set();
      let [scene, me, since, n] = [null, null, 0, 0];
      const timer = setInterval(act, POLL_MS);
      function leave() {
        clearInterval(timer);
        wire.close();
        done();
      }
      function act() {
        for (const own of scene ? [{ seat: me, view: scene.view, moves: scene.moves }, ...(scene.also ?? [])] : []) {
          const question = `${timed(own.view) ? scene.v : scene.asked} ${own.seat} ${own.moves.join()}`;
          const patience = timed(own.view) && !own.view.calm ? HUMAN_MS : 0;
          const waited = performance.now() - since;
          const move = own.moves.length && !sent.has(question) && waited >= patience ? choice(own) : null;
          if (!move) continue;
          sent.add(question);
          const times = timed(own.view) ? { rt_ms: Math.round(waited), seen: scene.v } : {};
          const id = `${n++}-${Math.random()}`.slice(0, 32);
          wire.send(JSON.stringify({ t: "move", id, asked: scene.asked, move, seat: own.seat, ...times }));
        }
      }
      wire.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === "welcome") me = message.seat;
        if (message.t === "state" || message.t === "step") {
          if (message.view.shown_at !== scene?.view.shown_at) since = performance.now();
          scene = message;
          if (scene.v >= most) leave();
          else act();
        }
        if (message.t === "over") leave();
      };
    });

  return {
    ask: async (method, address, body) => JSON.parse((await (await device()).ask(method, address, body)).body),
    play: async (tables, most) => {
      const here = await device();
      await Promise.all(tables.map((table) => played(here, table, most)));
    },
  };
})()
