import type { SearchClient } from '../../../../client/index.ts';
import type { SelectNode } from '../../../ast/index.ts';
import { flattenFrom } from '../translate/scope.ts';
import { joinOfSubquery } from './inSubquery.ts';
import { type JoinStatement, readJoin } from './statement.ts';

/** Two indices joined, or one with an `IN (SELECT …)`; null for other statements. Throws SqlError. */
export async function openJoin(select: SelectNode, client: SearchClient): Promise<JoinStatement | null> {
  if (select.from === null) return null;
  if (select.from.kind !== 'table' && flattenFrom(select.from) !== null) return null;
  const joined = select.from.kind === 'join' ? select : joinOfSubquery(select);
  return joined?.from?.kind === 'join' ? readJoin(joined, joined.from, client) : null;
}
