import type { SearchClient } from '../../client/index.ts';
import { settled, type Turns } from '../../common/index.ts';
import { type FieldTable, fieldTableOf } from '../binder/index.ts';
import { SqlError } from '../errors.ts';
import { guarded } from '../executor/index.ts';

/** The fields of the indices behind a name. A pattern that no index has a name for has no fields. Throws SqlError. */
export function* fieldsOf(client: SearchClient, index: string): Turns<FieldTable> {
  try {
    return fieldTableOf((yield* settled(guarded(() => client.getMappings(index)))).values());
  } catch (error) {
    const isMissing = error instanceof SqlError && error.type === 'IndexNotFoundException';
    if (isMissing && index.split(',').every((name) => name.includes('*'))) return new Map();
    throw error;
  }
}
