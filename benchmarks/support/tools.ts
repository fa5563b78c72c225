import { createRequire } from 'node:module';

const fromTools = createRequire(new URL('../tools/package.json', import.meta.url));

/** A package of `benchmarks/tools`, which `npm run bench` installs; null where that has not been done. */
export function tool<T>(name: string): T | null {
  try {
    return fromTools(name) as T;
  } catch {
    return null;
  }
}
