import type { SearchClient } from '../../../../client/index.ts';
import { OpenSearchError } from '../../../../common/index.ts';
import { indexNotFound } from '../../../errors.ts';
import { FieldTable } from './fields.ts';

/** The fields of a FROM expression. Throws SqlError IndexNotFoundException (HTTP 400, body status 404). */
export async function loadFields(client: SearchClient, index: string): Promise<FieldTable> {
  try {
    const mappings = await client.getMappings(index);
    return FieldTable.of(mappings.values());
  } catch (error) {
    if (error instanceof OpenSearchError && error.type === 'index_not_found_exception')
      throw indexNotFound(index);
    throw error;
  }
}
