/** A QR code for a link: byte mode, error correction M, versions 1 to 6 (up to 106 characters). Returns rows of dark modules. */

interface Size {
  blocks: number;
  data: number;
  ecc: number;
}
/** By version: blocks, data bytes of a block, correction bytes of a block. */
const SIZES: Size[] = [
  { blocks: 1, data: 16, ecc: 10 }, { blocks: 1, data: 28, ecc: 16 }, { blocks: 1, data: 44, ecc: 26 },
  { blocks: 2, data: 32, ecc: 18 }, { blocks: 2, data: 43, ecc: 24 }, { blocks: 4, data: 27, ecc: 16 },
];

const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, x = 1; power < 255; power++) {
  EXP[power] = x;
  LOG[x] = power;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number): number => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

function correction(data: number[], length: number): number[] {
  let divisor = [1];
  for (let power = 0; power < length; power++) {
    const next = new Array<number>(divisor.length + 1).fill(0);
    divisor.forEach((factor, at) => {
      next[at]! ^= factor;
      next[at + 1]! ^= times(factor, EXP[power]!);
    });
    divisor = next;
  }
  const rest = [...data, ...new Array<number>(length).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at]!;
    if (lead) divisor.forEach((factor, n) => (rest[at + n]! ^= times(factor, lead)));
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, { blocks, data, ecc }: Size): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  const room = blocks * data * 8;
  put(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  const all = Array.from({ length: room / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  const parts = Array.from({ length: blocks }, (_, at) => all.slice(at * data, (at + 1) * data));
  const checks = parts.map((part) => correction(part, ecc));
  const mixed: number[] = [];
  for (let at = 0; at < data; at++) for (const part of parts) mixed.push(part[at]!);
  for (let at = 0; at < ecc; at++) for (const check of checks) mixed.push(check[at]!);
  return mixed;
}

const MASKS: ((row: number, col: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0, (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

type Grid = (boolean | null)[][];

function frame(version: number): Grid {
  const side = 17 + 4 * version;
  const grid: Grid = Array.from({ length: side }, () => new Array<boolean | null>(side).fill(null));
  const square = (top: number, left: number, size: number, dark: (ring: number) => boolean) => {
    for (let r = -1; r <= size; r++)
      for (let c = -1; c <= size; c++) {
        const ring = Math.max(Math.abs(r - (size - 1) / 2), Math.abs(c - (size - 1) / 2));
        if (grid[top + r]?.[left + c] !== undefined) grid[top + r]![left + c] = dark(ring);
      }
  };
  const finder = (ring: number) => ring !== 2 && ring !== 4;
  square(0, 0, 7, finder);
  square(0, side - 7, 7, finder);
  square(side - 7, 0, 7, finder);
  if (version > 1)
    for (let r = -2; r <= 2; r++) for (let c = -2; c <= 2; c++) grid[side - 7 + r]![side - 7 + c] = Math.max(Math.abs(r), Math.abs(c)) !== 1;
  for (let at = 8; at < side - 8; at++) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  grid[side - 8]![8] = true;
  return grid;
}

function formatBits(mask: number): number {
  const data = mask; // level M is 00
  let rest = data << 10;
  for (let at = 14; at >= 10; at--) if ((rest >> at) & 1) rest ^= 0x537 << (at - 10);
  return ((data << 10) | rest) ^ 0x5412;
}

function putFormat(grid: Grid, mask: number): void {
  const side = grid.length;
  const bits = formatBits(mask);
  for (let at = 0; at < 15; at++) {
    const dark = ((bits >> at) & 1) === 1;
    if (at < 6) grid[at]![8] = dark;
    else if (at < 8) grid[at + 1]![8] = dark;
    else grid[side - 15 + at]![8] = dark;
    if (at < 8) grid[8]![side - 1 - at] = dark;
    else if (at === 8) grid[8]![7] = dark;
    else grid[8]![14 - at] = dark;
  }
}

function penalty(grid: boolean[][]): number {
  const side = grid.length;
  let sum = 0;
  let dark = 0;
  for (let a = 0; a < side; a++)
    for (const line of [grid[a]!, grid.map((row) => row[a]!)]) {
      for (let at = 0, run = 1; at < side; at++, run = line[at] === line[at - 1] ? run + 1 : 1) if (run === 5) sum += 3; else if (run > 5) sum++;
      const text = line.map(Number).join("");
      for (const hit of ["10111010000", "00001011101"]) if (text.includes(hit)) sum += 40;
    }
  for (let r = 0; r < side; r++)
    for (let c = 0; c < side; c++) {
      if (grid[r]![c]) dark++;
      if (r && c && grid[r]![c] === grid[r - 1]![c] && grid[r]![c] === grid[r]![c - 1] && grid[r]![c] === grid[r - 1]![c - 1]) sum += 3;
    }
  return sum + Math.floor(Math.abs((dark * 20) / (side * side) - 10)) * 10;
}

export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex((size) => size.blocks * size.data >= bytes.length + 2) + 1;
  if (!version) throw new RangeError(`a QR code here holds 106 characters, not ${bytes.length}`);
  const words = codewords(bytes, SIZES[version - 1]!);
  const base = frame(version);
  putFormat(base, 0);
  const side = base.length;
  const path: [number, number][] = [];
  for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let n = 0; n < side; n++) for (const col of [right, right - 1]) if (base[up ? side - 1 - n : n]![col] === null) path.push([up ? side - 1 - n : n, col]);
  }
  let best: boolean[][] = [];
  let least = Infinity;
  MASKS.forEach((flips, mask) => {
    const grid = base.map((row) => [...row]);
    putFormat(grid, mask);
    path.forEach(([r, c], at) => {
      const bit = at < words.length * 8 && ((words[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
      grid[r]![c] = bit !== flips(r, c);
    });
    const score = penalty(grid as boolean[][]);
    if (score < least) [least, best] = [score, grid as boolean[][]];
  });
  return best;
}
