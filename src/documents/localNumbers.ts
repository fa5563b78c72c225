import { AmbiguousColumn, type LocalForms, type Rewrite } from './localForms.ts';

/** No leading zeros: `007` is a name, not a number. At most 18 digits, which fit a long. */
const PLAIN = /^-?(?:0|[1-9]\d{0,17})(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
/** `1.234,5`; without separators of thousands as well. */
const COMMA = /^-?(?:0|[1-9]\d{0,2}(?:\.\d{3}){1,5}|[1-9]\d{0,17})(?:,\d+)?$/;
/** `1,234.5`. */
const POINT = /^-?(?:0|[1-9]\d{0,2}(?:,\d{3}){1,5}|[1-9]\d{0,17})(?:\.\d+)?$/;

/**
 * How numbers of a column become JSON; null for a column of something else. Where commas separate the cells, numbers
 * with a comma are read only if `decimal` says so.
 */
export function numberForm(cells: readonly string[], forms: LocalForms): Rewrite | AmbiguousColumn | null {
  const { decimal, delimiter = ',' } = forms;
  const all = (form: RegExp): boolean => cells.every((text) => form.test(text));
  if (decimal !== 'comma' && all(PLAIN)) return plain;
  if (decimal === undefined && delimiter === ',') return null;
  const isComma = decimal !== 'point' && all(COMMA);
  const isPoint = decimal !== 'comma' && all(POINT);
  if (isComma && isPoint) {
    const example = cells.find((text) => text.includes(','));
    return new AmbiguousColumn(`${example} could be a fraction or thousands (option decimal: comma, point)`);
  }
  if (isComma) return (text) => (COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : null);
  return isPoint ? (text) => (POINT.test(text) ? text.replaceAll(',', '') : null) : null;
}

const plain: Rewrite = (text) => (PLAIN.test(text) ? text : null);
