import type { JsonObject } from '../common/index.ts';
import type { CompiledMapping } from './compile.ts';
import { EMPTY_OBJECT, EMPTY_ROOT, type Node, type ObjectNode } from './definition.ts';
import { mergeNodes } from './mappingMerge.ts';
import { printRoot } from './mappingPrinter.ts';

/** A field or object that a document has introduced. Each value of an unmapped field introduces it anew. */
export interface DynamicMapper {
  readonly name: string;
  readonly node: Node;
}

/**
 * The mappers of one document as a mapping to merge. Values that disagree about a field's type fail here, in the order
 * in which the original compares them: sorted by name, the first two of all against each other, later ones with
 * their predecessor. Throws illegal_argument_exception.
 */
export function dynamicUpdate(mappers: readonly DynamicMapper[], mapping: CompiledMapping): JsonObject {
  const sorted = [...mappers].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  let root = put(EMPTY_OBJECT, '', sorted[0].name.split('.'), sorted[0].node, mapping);
  let previous: DynamicMapper | null = null;
  for (const mapper of sorted.slice(1)) {
    if (previous !== null && mapper.name === previous.name) {
      if (mapper.node !== previous.node) mergeNodes(mapper.name, mapper.node, previous.node);
      continue;
    }
    previous = mapper;
    root = put(root, '', mapper.name.split('.'), mapper.node, mapping);
  }
  return printRoot({ ...EMPTY_ROOT, object: root });
}

/** `parent` with `node` below it; objects on the way that the mapping has already come as bare shells. */
function put(
  parent: ObjectNode,
  parentPath: string,
  parts: readonly string[],
  node: Node,
  mapping: CompiledMapping,
): ObjectNode {
  const [first, ...rest] = parts;
  const path = parentPath === '' ? first : `${parentPath}.${first}`;
  const children = new Map(parent.children);
  const existing = children.get(first);
  if (rest.length === 0) {
    children.set(first, existing === undefined ? node : mergeNodes(path, existing, node));
  } else {
    const shell = mapping.objects.get(path)?.node;
    const bare = shell === undefined ? EMPTY_OBJECT : { ...shell, dynamic: null, children: new Map() };
    const object = existing?.kind === 'object' ? existing : bare;
    children.set(first, put(object, path, rest, node, mapping));
  }
  return { ...parent, children };
}
