import type { FieldUse, MappedFieldType } from './types.ts';

/** Throws where the field's type refuses to be used so, in the words of its plugin. */
export function checkUse(field: MappedFieldType, use: FieldUse): void {
  const refusal = field.refusal?.(use);
  if (refusal !== undefined) throw refusal;
}
