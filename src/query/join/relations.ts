import type { MapperService } from '../../mapper/index.ts';

/** The join field of an index with its relations. */
export interface JoinField {
  readonly field: string;
  parentOf(child: string): string | null;
  childrenOf(parent: string): readonly string[];
}

/** `null` for an index without a join field. */
export function joinOf(mapper: MapperService): JoinField | null {
  const field = mapper.fields().find((candidate) => candidate.relations !== undefined);
  const relations = field?.relations;
  if (field === undefined || relations === undefined) return null;
  return {
    field: field.name,
    parentOf: (child) => relations.find(({ children }) => children.includes(child))?.parent ?? null,
    childrenOf: (parent) => relations.find((relation) => relation.parent === parent)?.children ?? [],
  };
}
