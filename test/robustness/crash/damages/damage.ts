import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { SeededRandom } from '../../../../src/common/index.ts';
import { placesIn } from './dataFolder.ts';

/** What was done to a folder, and where. */
export interface Damaged {
  readonly kind: string;
  readonly path: string;
}

interface Hand {
  readonly folder: string;
  readonly older: string;
  readonly random: SeededRandom;
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const pick = <T>({ random }: Hand, from: readonly T[]): T => from[Math.floor(random.next() * from.length)];
const SPARSE_BYTES = 3 * 1024 ** 3;

/** Changes one file. */
function onFile(change: (bytes: Buffer, hand: Hand) => Buffer): (hand: Hand) => string {
  return (hand) => {
    const path = pick(hand, hand.files);
    const bytes = readFileSync(join(hand.folder, path));
    writeFileSync(join(hand.folder, path), change(bytes, hand));
    return path;
  };
}

/** `_0.seg` and `_1.seg`, `segments_3` and `segments_2` are alike. */
const sortOf = (path: string): string => extname(path) || basename(path).replace(/[\d-].*$/, '');

/** Ways in which a disk, a crash or a hand can spoil a data folder. */
export const damageKinds: Readonly<Record<string, (hand: Hand) => string>> = {
  cut: onFile((bytes, { random }) => bytes.subarray(0, Math.floor(random.next() * bytes.length))),
  emptied: onFile(() => Buffer.alloc(0)),
  bit: onFile((bytes, { random }) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[Math.floor(random.next() * copy.length)] ^= 1 << Math.floor(random.next() * 8);
    return copy;
  }),
  fileMissing: (hand) => {
    const path = pick(hand, hand.files);
    rmSync(join(hand.folder, path));
    return path;
  },
  folderMissing: (hand) => {
    const path = pick(hand, hand.folders);
    rmSync(join(hand.folder, path), { recursive: true });
    return path;
  },
  another: (hand) => {
    const path = pick(hand, hand.files);
    const alike = hand.files.filter((other) => other !== path && sortOf(other) === sortOf(path));
    if (alike.length > 0) cpSync(join(hand.folder, pick(hand, alike)), join(hand.folder, path));
    return path;
  },
  older: (hand) => {
    const there = hand.files.filter((path) => existsSync(join(hand.older, path)));
    const path = pick(hand, there);
    cpSync(join(hand.older, path), join(hand.folder, path));
    return path;
  },
  unknownFolder: (hand) => {
    const path = `${pick(hand, ['', ...hand.folders])}strange-folder/`;
    mkdirSync(join(hand.folder, path));
    writeFileSync(join(hand.folder, path, 'note'), 'not ours');
    return path;
  },
  stateGone: (hand) => {
    rmSync(join(hand.folder, 'state'), { recursive: true });
    return 'state/';
  },
  sparse: (hand) => {
    const path = pick(hand, hand.files);
    truncateSync(join(hand.folder, path), SPARSE_BYTES + statSync(join(hand.folder, path)).size);
    return path;
  },
};

/** How often each comes, of a hundred. */
const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ cut: 16, emptied: 10, bit: 22, fileMissing: 16, folderMissing: 10, another: 8, older: 8 },
  ...{ unknownFolder: 6, stateGone: 2, sparse: 2 },
};

export function damage(folder: string, older: string, random: SeededRandom): Damaged {
  const places = placesIn(folder);
  const hand: Hand = {
    folder,
    older,
    random,
    files: places.filter((path) => !path.endsWith('/')),
    folders: places.filter((path) => path.endsWith('/')),
  };
  const kinds = Object.keys(WEIGHTS).flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  const kind = pick(hand, kinds);
  return { kind, path: damageKinds[kind](hand) };
}
