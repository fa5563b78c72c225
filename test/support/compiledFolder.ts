import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the processes of this run keep what they have compiled, for each other (`typescript.mjs`). */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-compiled-'));
  process.env.ROCKPOOL_COMPILED = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
