import type { FieldUse, MappedFieldType } from './types.ts';

/** Throws if the field's type rejects this use. */
export function checkUse(field: MappedFieldType, use: FieldUse): void {
  const refusal = field.refusal?.(use);
  if (refusal !== undefined) throw refusal;
}
