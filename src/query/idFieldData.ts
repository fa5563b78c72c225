import { illegalArgument } from '../common/index.ts';
import type { QueryShardContext } from './types.ts';

/** Throws illegal_argument when `indices.id_field_data.enabled` is off: a column of all ids would be made. */
export function checkIdFieldData(context: QueryShardContext): void {
  if (context.allowIdFieldData !== false) return;
  throw illegalArgument(
    'Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: ' +
      'indices.id_field_data.enabled',
  );
}
