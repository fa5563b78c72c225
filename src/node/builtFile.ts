import { existsSync } from 'node:fs';

/** The location of a file that is beside the bundle, or elsewhere when running from source. */
export function builtFile(besideBundle: string, fromSources: string): URL {
  const url = new URL(besideBundle, import.meta.url);
  return existsSync(url) ? url : new URL(fromSources, import.meta.url);
}
