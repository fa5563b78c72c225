import { numberFormat, OpenSearchError } from '../../common/index.ts';

/** A number of `search_after` given as text. Throws illegal_argument caused by Java's error. */
export function parseAfterText(text: string, field: string | null, fractions: boolean): number {
  const number = Number(text);
  const readable = fractions ? text.trim() !== '' && !Number.isNaN(number) : /^[+-]?\d+$/.test(text);
  if (readable) return number;
  throw new OpenSearchError(
    'illegal_argument_exception',
    `Failed to parse search_after value for field [${field}].`,
    { causedBy: numberFormat(text) },
  );
}
