import { illegalArgument } from '../common/index.ts';
import type { QueryShardContext } from './types.ts';

/**
 * Throws illegal_argument if `indices.id_field_data.enabled` is off, because a column of all ids would be
 * built.
 */
export function checkIdFieldData(context: QueryShardContext): void {
  if (context.allowIdFieldData !== false) return;
  throw illegalArgument(
    'Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: ' +
      'indices.id_field_data.enabled',
  );
}
