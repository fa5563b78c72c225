import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ConsoleAssets } from '../console/index.ts';
import { builtFile } from './builtFile.ts';

let read: ConsoleAssets | null = null;

/** The console's built files, read once; files that were not built are missing. */
export function consoleAssets(): ConsoleAssets {
  read ??= readConsoleAssets();
  return read;
}

function readConsoleAssets(): ConsoleAssets {
  const page = builtFile('./console/index.html', '../../dist/console/index.html');
  if (!existsSync(page)) return new Map();
  const names = readdirSync(new URL('.', page));
  return new Map(names.map((name) => [name, readFileSync(new URL(name, page), 'utf8')]));
}
