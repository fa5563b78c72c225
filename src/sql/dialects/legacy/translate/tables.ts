import type { SearchClient } from '../../../../client/index.ts';
import { type JsonObject, OpenSearchError } from '../../../../common/index.ts';
import { indexNotFound, type SqlError, verificationError } from '../../../errors.ts';
import { FieldTable } from './fields.ts';

/** The fields of a FROM expression. Throws SqlError IndexNotFoundException (HTTP 400, body status 404). */
export async function loadFields(client: SearchClient, index: string): Promise<FieldTable> {
  return FieldTable.of((await loadMappings(client, index)).values());
}

/** The mappings of a FROM expression by index. Throws SqlError as `loadFields` does. */
export async function loadMappings(
  client: SearchClient,
  index: string,
): Promise<ReadonlyMap<string, JsonObject>> {
  const quoted = index.split(',').find((name) => name.startsWith('`'));
  if (quoted !== undefined) throw unknownIndex(quoted);
  try {
    return await client.getMappings(index);
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.type !== 'index_not_found_exception') throw error;
    // Of a list the original names the first that is missing.
    const names = index.split(',');
    if (names.length > 1) for (const name of names) await loadMappings(client, name);
    throw unknownIndex(index);
  }
}

function unknownIndex(index: string): SqlError {
  return index.includes('*') ? verificationError(`Unknown index [${index}]`) : indexNotFound(index);
}
