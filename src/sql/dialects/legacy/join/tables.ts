import type { SearchClient } from '../../../../client/index.ts';
import type { JsonObject } from '../../../../common/index.ts';
import type { JoinNode, RelationNode, TableNode } from '../../../ast/index.ts';
import { verificationError } from '../../../errors.ts';
import { FieldTable } from '../translate/fields.ts';
import { refuse } from '../translate/refuse.ts';
import { checkOperands, loadMappings } from '../translate/tables.ts';

/** One of the two indices of a join. */
export interface JoinTable {
  readonly index: string;
  readonly alias: string;
  /** Null when the name is that of more than one index or of an alias: its columns have no types then. */
  readonly mapping: JsonObject | null;
  readonly fields: FieldTable;
}

type Mappings = Awaited<ReturnType<typeof loadMappings>>;

export type JoinTables = readonly [left: JoinTable, right: JoinTable];

/** Tables without an alias are given one: `staff_0`. Throws SqlError for what is no table, or not there. */
export async function openTables(join: JoinNode, client: SearchClient): Promise<JoinTables> {
  const { left, right } = join;
  // The original looks for all tables before it counts them.
  const joined = joinedTables(join) ?? [];
  const known = new Map<string, Mappings>();
  for (const { name } of joined) {
    const index = name.replaceAll(' ', '');
    if (!known.has(index)) known.set(index, await loadMappings(client, index));
  }
  for (const { name } of joined) checkOperands(name);
  if (left.kind !== 'table' || right.kind !== 'table') throw refuse('currently supports only 2 tables join');
  const isTwice = left.name === right.name && left.alias === null && right.alias === null;
  if (isTwice) throw verificationError(`Not unique table/alias: [${left.name}]`);
  const next = left.alias === null ? 1 : 0;
  const mappingsOf = async ({ name }: TableNode): Promise<Mappings> =>
    known.get(name) ?? loadMappings(client, name);
  return [openTable(left, 0, await mappingsOf(left)), openTable(right, next, await mappingsOf(right))];
}

/** The tables of a chain of joins in their order; null when a sub-select is among them. */
function joinedTables(relation: RelationNode): readonly TableNode[] | null {
  switch (relation.kind) {
    case 'table':
      return [relation];
    case 'derived':
      return null;
    case 'join': {
      const [left, right] = [joinedTables(relation.left), joinedTables(relation.right)];
      return left === null || right === null ? null : [...left, ...right];
    }
  }
}

function openTable({ name, alias }: TableNode, number: number, mappings: Mappings): JoinTable {
  const fields = FieldTable.of(mappings.values());
  return { index: name, alias: alias ?? `${name}_${number}`, mapping: mappings.get(name) ?? null, fields };
}

/**
 * A name as the original reads it: with the alias of its table in front. Throws SqlError for one that both tables have.
 */
export function resolveName(written: string, tables: JoinTables): string {
  const owners = tables.filter(({ fields }) => fields.get(written) !== undefined);
  if (owners.length > 1) throw verificationError(`Field name [${written}] is ambiguous`);
  if (owners.length === 1) return `${owners[0].alias}.${written}`;
  for (const { alias, index } of [...tables].reverse()) {
    if (written.startsWith(`${index}.`)) return alias + written.slice(index.length);
  }
  return written;
}
