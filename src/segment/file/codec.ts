import { FixedBitSet, type Steps } from '../../common/index.ts';

/**
 * Converts a tree of objects, typed arrays, bitsets, strings and numbers to JSON plus byte sections, and
 * back. Typed arrays become `{"$": [type, section, length]}`, bitsets `{"$bits": [section, length]}`.
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

/** A tree after JSON.parse. */
export type EncodedTree = null | boolean | number | string | EncodedTree[] | { [key: string]: EncodedTree };

/** `encodeTree` for an object, with one step per array item (the fields of a segment). */
export function* encodeSteps(value: object, sections: Uint8Array[]): Steps<Record<string, EncodedTree>> {
  const tree: Record<string, EncodedTree> = {};
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(member)) {
      tree[name] = encodeTree(member, sections);
      continue;
    }
    const items: EncodedTree[] = [];
    for (const item of member) {
      yield;
      items.push(encodeTree(item, sections));
    }
    tree[name] = items;
  }
  return tree;
}

/** Serialises an object as JSON, with one step per array item. */
export function* textSteps(object: Readonly<Record<string, unknown>>): Steps<string> {
  const members: string[] = [];
  for (const [name, member] of Object.entries(object)) {
    if (!Array.isArray(member)) {
      members.push(`${JSON.stringify(name)}:${JSON.stringify(member)}`);
      continue;
    }
    const items: string[] = [];
    for (const item of member) {
      yield;
      items.push(JSON.stringify(item));
    }
    members.push(`${JSON.stringify(name)}:[${items.join()}]`);
  }
  return `{${members.join()}}`;
}

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

/** The inverse of `encodeTree`. `section(i)` returns bytes aligned to eight. */
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

/** Decodes the result of `encodeSteps`, in the same steps. */
export function* decodeSteps(
  tree: Readonly<Record<string, EncodedTree>>,
  section: (index: number) => Uint8Array,
): Steps<Record<string, unknown>> {
  const object: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(tree)) {
    if (!Array.isArray(member)) {
      object[name] = decodeTree(member, section);
      continue;
    }
    const items: unknown[] = [];
    for (const item of member) {
      yield;
      items.push(decodeTree(item, section));
    }
    object[name] = items;
  }
  return object;
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function typeName(view: InstanceType<(typeof types)[TypeName]>): TypeName {
  for (const name of Object.keys(types) as TypeName[]) if (view instanceof types[name]) return name;
  return 'u8';
}
