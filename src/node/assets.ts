import { existsSync, readFileSync } from 'node:fs';
import type { ConsoleAssets } from '../console/index.ts';
import { builtFile } from './builtFile.ts';

const FILES = ['index.html', 'style.css', 'app.js', 'icon.svg'];

let read: ConsoleAssets | null = null;

/** The console's built files, read once; files that were not built are missing. */
export function consoleAssets(): ConsoleAssets {
  read ??= readConsoleAssets();
  return read;
}

function readConsoleAssets(): ConsoleAssets {
  const folder = builtFile('./console/index.html', '../../dist/console/index.html');
  const files = FILES.map((name) => [name, new URL(name, folder)] as const).filter(([, url]) =>
    existsSync(url),
  );
  return new Map(files.map(([name, url]) => [name, readFileSync(url, 'utf8')]));
}
