import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ConsoleAssets } from '../console/index.ts';
import { builtFile } from './builtFile.ts';

let found: ConsoleAssets | null = null;

/** The console's built files; files that were not built are missing. */
export function consoleAssets(): ConsoleAssets {
  found ??= findConsoleAssets();
  return found;
}

function findConsoleAssets(): ConsoleAssets {
  const page = builtFile('../console/index.html', '../../dist/console/index.html');
  if (!existsSync(page)) return new Map();
  const names = readdirSync(new URL('.', page));
  return new Map(names.map((name) => [name, textOf(new URL(name, page))]));
}

/** Read once, when it is first asked for. */
function textOf(file: URL): () => string {
  let text: string | null = null;
  return () => {
    text ??= readFileSync(file, 'utf8');
    return text;
  };
}
