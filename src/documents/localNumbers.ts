import { AmbiguousColumn, type LocalForms, type Rewrite } from './localForms.ts';

/** No leading zeros: `007` is text, not a number. At most 18 digits, which always fit a long. */
const PLAIN = /^-?(?:0|[1-9]\d{0,17})(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
/** `1.234,5`; thousands separators are optional. */
const COMMA = /^-?(?:0|[1-9]\d{0,2}(?:\.\d{3}){1,5}|[1-9]\d{0,17})(?:,\d+)?$/;
/** `1,234.5`. */
const POINT = /^-?(?:0|[1-9]\d{0,2}(?:,\d{3}){1,5}|[1-9]\d{0,17})(?:\.\d+)?$/;

/**
 * Converts the numbers of a column to JSON; `null` if it contains something else. If commas separate the
 * cells, numbers with a decimal comma are only recognised if `decimal` says so.
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
