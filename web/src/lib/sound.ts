/** Small physical sounds, made on the spot with Web Audio. One at a time; off by one tap. */
import { settings } from "./settings.svelte";

export type Sound = "paper" | "wood" | "bell" | "bleat" | "snap" | "coin" | "thud";

let audio: AudioContext | null = null;
let current: GainNode | null = null;

/** Browsers allow sound only after a first touch: call this from one. */
export function wake(): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

export function sound(name: Sound): void {
  if (!settings.sound || !audio || audio.state !== "running") return;
  const out = audio.createGain();
  out.connect(audio.destination);
  if (current) current.gain.setTargetAtTime(0, audio.currentTime, 0.01);
  current = out;
  MAKERS[name](audio, out, audio.currentTime);
}

type Maker = (audio: AudioContext, out: AudioNode, at: number) => void;

function tone(audio: AudioContext, out: AudioNode, at: number, shape: { type?: OscillatorType; from: number; to?: number; last: number; loud: number }): OscillatorNode {
  const voice = audio.createOscillator();
  const loudness = audio.createGain();
  voice.type = shape.type ?? "sine";
  voice.frequency.setValueAtTime(shape.from, at);
  if (shape.to) voice.frequency.exponentialRampToValueAtTime(shape.to, at + shape.last);
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(shape.loud, at + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + shape.last);
  voice.connect(loudness).connect(out);
  voice.start(at);
  voice.stop(at + shape.last + 0.02);
  return voice;
}

function rustle(audio: AudioContext, out: AudioNode, at: number, shape: { pitch: number; last: number; loud: number }): void {
  const length = Math.ceil(audio.sampleRate * shape.last);
  const grain = audio.createBuffer(1, length, audio.sampleRate);
  const data = grain.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = grain;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = shape.pitch;
  band.Q.value = 0.8;
  const loudness = audio.createGain();
  loudness.gain.value = shape.loud;
  source.connect(band).connect(loudness).connect(out);
  source.start(at);
}

const MAKERS: Record<Sound, Maker> = {
  paper: (audio, out, at) => rustle(audio, out, at, { pitch: 3200, last: 0.09, loud: 0.35 }),
  wood: (audio, out, at) => {
    tone(audio, out, at, { from: 190, to: 90, last: 0.12, loud: 0.35 });
    rustle(audio, out, at, { pitch: 900, last: 0.04, loud: 0.3 });
  },
  thud: (audio, out, at) => void tone(audio, out, at, { from: 110, to: 45, last: 0.22, loud: 0.5 }),
  bell: (audio, out, at) => {
    tone(audio, out, at, { from: 880, last: 0.9, loud: 0.16 });
    tone(audio, out, at, { from: 2217, last: 0.5, loud: 0.05 });
    tone(audio, out, at + 0.14, { from: 1175, last: 1.0, loud: 0.14 });
  },
  coin: (audio, out, at) => {
    tone(audio, out, at, { from: 1568, last: 0.25, loud: 0.1 });
    tone(audio, out, at + 0.06, { from: 2093, last: 0.4, loud: 0.1 });
  },
  snap: (audio, out, at) => {
    rustle(audio, out, at, { pitch: 2200, last: 0.05, loud: 0.9 });
    tone(audio, out, at + 0.01, { type: "square", from: 320, to: 80, last: 0.08, loud: 0.15 });
  },
  bleat: (audio, out, at) => {
    const throat = audio.createBiquadFilter();
    throat.type = "bandpass";
    throat.frequency.value = 1150;
    throat.Q.value = 1.6;
    throat.connect(out);
    const voice = tone(audio, throat, at, { type: "sawtooth", from: 420, to: 330, last: 0.75, loud: 0.5 });
    const tremble = audio.createOscillator();
    const depth = audio.createGain();
    tremble.frequency.value = 9.5;
    depth.gain.value = 26;
    tremble.connect(depth).connect(voice.frequency);
    tremble.start(at);
    tremble.stop(at + 0.8);
  },
};
