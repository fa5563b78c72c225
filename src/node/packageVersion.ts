import { readFileSync } from 'node:fs';
import { builtFile } from './builtFile.ts';

/** The version of the package that contains this code. */
export function packageVersion(): string {
  const file = builtFile('../package.json', '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
