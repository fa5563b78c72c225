import type { KeySource } from './keys.ts';

/** A field without mapping: no document has a key. */
export const NO_KEYS: KeySource = {
  size: 0,
  key: () => 0,
  leaf: () => ({
    read: () => ({ ids: new Uint32Array(0), positions: new Uint32Array(0), count: 0, dense: false }),
  }),
  addAll() {},
};
