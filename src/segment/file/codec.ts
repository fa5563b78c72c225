import { FixedBitSet } from '../../common/index.ts';

/**
 * A tree of objects, typed arrays, bitsets, strings and numbers ↔ JSON and sections of bytes. Typed arrays leave the
 * tree as `{"$": [type, section, length]}`, bitsets as `{"$bits": [section, length]}`.
 */
const types = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
  i64: BigInt64Array,
} as const;

type TypeName = keyof typeof types;

/** What JSON.parse gives back for a tree. */
export type EncodedTree = null | boolean | number | string | EncodedTree[] | { [key: string]: EncodedTree };

export function encodeTree(value: unknown, sections: Uint8Array[]): EncodedTree {
  if (value === null || typeof value !== 'object') return value as EncodedTree;
  if (Array.isArray(value)) return value.map((item) => encodeTree(item, sections));
  if (value instanceof FixedBitSet) return { $bits: [sections.push(bytesOf(value.words)) - 1, value.length] };
  if (ArrayBuffer.isView(value)) {
    const view = value as InstanceType<(typeof types)[TypeName]>;
    return { $: [typeName(view), sections.push(bytesOf(view)) - 1, view.length] };
  }
  const members = Object.entries(value).map(([key, member]) => [key, encodeTree(member, sections)]);
  return Object.fromEntries(members);
}

/** The inverse. `section(i)` gives bytes that start at a multiple of eight. */
export function decodeTree(tree: EncodedTree, section: (index: number) => Uint8Array): unknown {
  if (tree === null || typeof tree !== 'object') return tree;
  if (Array.isArray(tree)) return tree.map((item) => decodeTree(item, section));
  if (Array.isArray(tree.$)) {
    const [type, index, length] = tree.$ as [TypeName, number, number];
    const bytes = section(index);
    return new types[type](bytes.buffer as ArrayBuffer, bytes.byteOffset, length);
  }
  if (Array.isArray(tree.$bits)) {
    const [index, length] = tree.$bits as [number, number];
    const bytes = section(index);
    return new FixedBitSet(length, new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4));
  }
  const members = Object.entries(tree).map(([key, member]) => [key, decodeTree(member, section)]);
  return Object.fromEntries(members);
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function typeName(view: InstanceType<(typeof types)[TypeName]>): TypeName {
  for (const name of Object.keys(types) as TypeName[]) if (view instanceof types[name]) return name;
  return 'u8';
}
