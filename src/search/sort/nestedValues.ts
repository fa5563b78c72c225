import { docArray, docSetOfBits, intersect, type LeafContext, type Query } from '../../query/index.ts';

/** A nested sort bound to a shard. */
export interface BoundNestedSort {
  readonly path: string;
  readonly filter: Query | null;
  readonly maxChildren: number;
}

/** For each root document, the nested documents whose values it sorts by. */
export function nestedChildren(
  leaf: LeafContext,
  docs: Uint32Array,
  nested: BoundNestedSort,
): readonly number[][] {
  const { reader } = leaf;
  const bits = reader.nestedDocs(nested.path);
  const groups: number[][] = Array.from(docs, () => []);
  if (bits === null) return groups;
  const all = docSetOfBits(bits);
  const children = docArray(nested.filter === null ? all : intersect(all, nested.filter.match(leaf)));
  let at = 0;
  for (let i = 0; i < docs.length; i++) {
    for (; at < children.length && children[at] < docs[i]; at++) {
      let parent = reader.parent(children[at]);
      while (reader.parent(parent) >= 0) parent = reader.parent(parent);
      if (parent === docs[i] && groups[i].length < nested.maxChildren) groups[i].push(children[at]);
    }
  }
  return groups;
}
