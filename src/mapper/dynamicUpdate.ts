import type { JsonObject, Steps } from '../common/index.ts';
import type { CompiledMapping } from './compile.ts';
import { EMPTY_OBJECT, EMPTY_ROOT, type Node, type ObjectNode } from './definition.ts';
import { mergeNodes } from './mappingMerge.ts';
import { printRoot } from './mappingPrinter.ts';

/** A field or object that a document introduces. Every value of an unmapped field counts again. */
export interface DynamicMapper {
  readonly name: string;
  readonly node: Node;
}

/**
 * Combines the mappers of one document into a mapping to merge. Conflicting types of a field are reported
 * here, in the original's order: sorted by name, the first two are compared with each other, later ones with
 * their predecessor. Throws illegal_argument_exception.
 */
export function* dynamicUpdate(
  mappers: readonly DynamicMapper[],
  mapping: CompiledMapping,
): Steps<JsonObject> {
  const sorted = [...mappers].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const root: Draft = { node: EMPTY_OBJECT, children: new Map() };
  let previous: DynamicMapper | null = null;
  for (const mapper of sorted) {
    yield;
    if (previous !== null && mapper.name === previous.name) {
      if (mapper.node !== previous.node) mergeNodes(mapper.name, mapper.node, previous.node);
      continue;
    }
    // The original compares the first two mappers, whatever their names, before it looks at predecessors.
    if (mapper !== sorted[0]) previous = mapper;
    put(root, '', mapper.name.split('.'), mapper.node, mapping);
  }
  return yield* printRoot({ ...EMPTY_ROOT, object: finished(root) }, null);
}

/** An object under construction. Mutable, because a document may add a hundred thousand fields. */
interface Draft {
  readonly node: ObjectNode;
  readonly children: Map<string, Draft | Node>;
}

const isDraft = (child: Draft | Node): child is Draft => !('kind' in child);

function finished(draft: Draft): ObjectNode {
  const children = new Map<string, Node>();
  for (const [name, child] of draft.children) children.set(name, isDraft(child) ? finished(child) : child);
  return { ...draft.node, children };
}

/** Adds `node` below `parent`; objects on the way that exist in the mapping are added as empty shells. */
function put(
  parent: Draft,
  parentPath: string,
  parts: readonly string[],
  node: Node,
  mapping: CompiledMapping,
): void {
  const [first, ...rest] = parts;
  const path = parentPath === '' ? first : `${parentPath}.${first}`;
  const existing = parent.children.get(first);
  if (rest.length === 0) {
    const before = existing !== undefined && isDraft(existing) ? finished(existing) : existing;
    parent.children.set(first, before === undefined ? node : mergeNodes(path, before, node));
    return;
  }
  const object = existing !== undefined && isDraft(existing) ? existing : draftOf(path, existing, mapping);
  parent.children.set(first, object);
  put(object, path, rest, node, mapping);
}

function draftOf(path: string, existing: Node | undefined, mapping: CompiledMapping): Draft {
  if (existing?.kind === 'object') return { node: existing, children: new Map(existing.children) };
  const shell = mapping.objects.get(path)?.node;
  return { node: shell === undefined ? EMPTY_OBJECT : { ...shell, dynamic: null }, children: new Map() };
}
