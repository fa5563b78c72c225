import type { LeafContext } from '../types.ts';

/** Memoizes a function, per segment. */
export function oncePerLeaf<T>(make: (leaf: LeafContext) => T): (leaf: LeafContext) => T {
  const made = new WeakMap<LeafContext, { readonly value: T }>();
  return (leaf) => {
    let own = made.get(leaf);
    if (own === undefined) {
      own = { value: make(leaf) };
      made.set(leaf, own);
    }
    return own.value;
  };
}
