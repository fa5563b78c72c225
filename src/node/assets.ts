import { readFileSync } from 'node:fs';
import type { ConsoleAssets } from '../console/index.ts';

const FILES = ['index.html', 'style.css', 'app.js', 'icon.svg'];

let read: ConsoleAssets | null = null;

/** The console's built files, read once: beside the bundle, or in `dist/` when the sources run. */
export function consoleAssets(): ConsoleAssets {
  read ??= readConsoleAssets();
  return read;
}

function readConsoleAssets(): ConsoleAssets {
  const folders = [new URL('./console/', import.meta.url), new URL('../../dist/console/', import.meta.url)];
  const assets = new Map<string, string>();
  for (const file of FILES) {
    for (const folder of folders) {
      try {
        assets.set(file, readFileSync(new URL(file, folder), 'utf8'));
        break;
      } catch {
        // Not built in this place: the next one, or a console without this file.
      }
    }
  }
  return assets;
}
