import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openTestNode } from '../support/node.ts';

/**
 * LangChain's vector store against Rockpool: `langchain/session.mjs` runs, `langchain/session.txt` is what it must see.
 * The client weighs 130 MB: `npm run test:clients` installs it beside its session; without it there is nothing to try.
 */
const folder = join(import.meta.dirname, 'langchain');
const isThere = existsSync(join(folder, 'node_modules', '@langchain', 'community'));

it.skipIf(!isThere)('the vector store of LangChain finds its documents', async () => {
  const node = await openTestNode();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['session.mjs', node.url], {
      cwd: folder,
    });
    expect(stdout).toBe(readFileSync(join(folder, 'session.txt'), 'utf8'));
  } finally {
    await node.close();
  }
});
