import { existsSync } from 'node:fs';

/** Where a file or folder lies that is beside the bundle, and elsewhere when the sources run. */
export function builtFile(besideBundle: string, fromSources: string): URL {
  const url = new URL(besideBundle, import.meta.url);
  return existsSync(url) ? url : new URL(fromSources, import.meta.url);
}
