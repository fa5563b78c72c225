import { illegalArgument } from '../common/index.ts';

/** Splits a member's name into an object path. Throws illegal_argument_exception in the original's words. */
export function splitPath(name: string): readonly string[] {
  if (!name.includes('.')) {
    if (name === '') throw illegalArgument('field name cannot be an empty string');
    return [name];
  }
  const parts = name.split('.');
  while (parts.length > 0 && parts[parts.length - 1] === '') parts.pop();
  if (parts.length === 0) throw illegalArgument('field name cannot contain only dots');
  for (const part of parts) {
    if (part.trim() !== '') continue;
    if (part !== '') throw illegalArgument(`object field cannot contain only whitespace: ['${name}']`);
    throw illegalArgument(
      `object field starting or ending with a [.] makes object resolution ambiguous: [${name}]`,
    );
  }
  return parts;
}
