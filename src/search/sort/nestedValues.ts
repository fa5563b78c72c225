import {
  type DocSet,
  docArray,
  docSetOfBits,
  intersect,
  type LeafContext,
  lowerBound,
  NO_DOCS,
  oncePerLeaf,
} from '../../query/index.ts';

/** A nested sort bound to a shard. */
export interface BoundNestedSort {
  /** The nested documents used, ascending. */
  readonly children: (leaf: LeafContext) => Uint32Array;
  readonly maxChildren: number;
}

/** The nested documents of a path that pass a filter, by segment. */
export function childrenOf(
  path: string,
  filter: ((leaf: LeafContext) => DocSet) | null,
): BoundNestedSort['children'] {
  return oncePerLeaf((leaf) => {
    const bits = leaf.reader.nestedDocs(path);
    const all = bits === null ? NO_DOCS : docSetOfBits(bits);
    return docArray(filter === null ? all : intersect(all, filter(leaf)));
  });
}

function rootOf(reader: LeafContext['reader'], nested: number): number {
  let root = reader.parent(nested);
  while (reader.parent(root) >= 0) root = reader.parent(root);
  return root;
}

/** For each root document, the nested documents whose values it is sorted by. */
export function nestedChildren(
  leaf: LeafContext,
  docs: Uint32Array,
  nested: BoundNestedSort,
): readonly number[][] {
  const { reader } = leaf;
  const groups: number[][] = Array.from(docs, () => []);
  const children = nested.children(leaf);
  // The first document's children are between it and the previous root document.
  let at = docs.length === 0 ? 0 : lowerBound(children, docs[0], 0);
  while (at > 0 && rootOf(reader, children[at - 1]) === docs[0]) at--;
  for (let i = 0; i < docs.length; i++) {
    for (; at < children.length && children[at] < docs[i]; at++) {
      const parent = rootOf(reader, children[at]);
      if (parent === docs[i] && groups[i].length < nested.maxChildren) groups[i].push(children[at]);
    }
  }
  return groups;
}
