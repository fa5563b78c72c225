import { existsSync } from 'node:fs';

/** The location of a file that is near the bundle, or elsewhere when running from source. */
export function builtFile(nearBundle: string, fromSources: string): URL {
  const url = new URL(nearBundle, import.meta.url);
  return existsSync(url) ? url : new URL(fromSources, import.meta.url);
}
