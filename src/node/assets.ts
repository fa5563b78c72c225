import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { once } from '../common/index.ts';
import type { ConsoleAssets } from '../console/index.ts';
import { builtFile } from './builtFile.ts';

/** The console's built files, each read when it is first asked for; files that were not built are missing. */
export const consoleAssets = once((): ConsoleAssets => {
  const page = builtFile('../console/index.html', '../../dist/console/index.html');
  if (!existsSync(page)) return new Map();
  const names = readdirSync(new URL('.', page));
  return new Map(names.map((name) => [name, once(() => readFileSync(new URL(name, page), 'utf8'))]));
});
