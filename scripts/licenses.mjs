// dist/licenses.txt: the terms of every package whose code went into a bundle, and of the word lists in it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/;
const TERMS = /^(licen[cs]e|copying|notice)/i;

/** Metafiles of esbuild; paths are relative to the project's folder. */
export function writeLicenses(metafiles, file) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []));
  const lists = readFileSync('src/analysis/stemmers/kstem/LICENSE', 'utf8');
  writeFileSync(file, [...[...folders].sort().map(termsOf), lists].join('\n'));
}

function termsOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((entry) => TERMS.test(entry));
  const terms = files.map((entry) => readFileSync(join(folder, entry), 'utf8').trim());
  return `${name} ${version} (${license})\n\n${terms.join('\n\n')}\n\n${'-'.repeat(80)}\n`;
}
