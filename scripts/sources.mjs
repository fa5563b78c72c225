// Whether dist/ was made from what stands here now.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.sources');

/** All that a build reads. */
const FOLDERS = ['src', 'scripts'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];

export function sourcesDigest() {
  // Compiled code is kept, which belongs to one version of Node on one kind of machine.
  const hash = createHash('sha256').update([process.version, process.platform, process.arch].join());
  for (const file of [...FOLDERS.flatMap(filesIn), ...FILES]) {
    const content = readFileSync(join(root, file));
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesDigest();
}

/** The last step of a build, with the digest from before it: what changes meanwhile is built the next time. */
export function markBuilt(digest) {
  writeFileSync(stamp, digest);
}

function filesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => file.slice(root.length + 1)).sort();
}
