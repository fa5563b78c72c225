import { JsonDouble, javaDouble } from '../../common/index.ts';
import { PrintedText } from './values.ts';

/**
 * JSON text as printed by the legacy engine (org.json `toString(n)`): an array or object with exactly one
 * member stays on one line, `34.0` becomes `34`, and `</` becomes `<\/`.
 */
export function orgJson(value: unknown, indentBy = 2, indent = 0): string {
  if (value instanceof PrintedText) return value.toString();
  if (Array.isArray(value)) return list(value, indentBy, indent);
  if (typeof value === 'object' && value !== null && !(value instanceof JsonDouble)) {
    return object(value as Record<string, unknown>, indentBy, indent);
  }
  return scalar(value);
}

function list(items: readonly unknown[], indentBy: number, indent: number): string {
  if (items.length === 0) return '[]';
  if (items.length === 1) return `[${orgJson(items[0], indentBy, indent)}]`;
  const inner = ' '.repeat(indent + indentBy);
  const lines = items.map((item) => inner + orgJson(item, indentBy, indent + indentBy));
  return `[\n${lines.join(',\n')}\n${' '.repeat(indent)}]`;
}

function object(value: Record<string, unknown>, indentBy: number, indent: number): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  if (members.length === 1) return `{${quote(members[0][0])}: ${orgJson(members[0][1], indentBy, indent)}}`;
  const inner = ' '.repeat(indent + indentBy);
  const lines = members.map(
    ([key, member]) => `${inner}${quote(key)}: ${orgJson(member, indentBy, indent + indentBy)}`,
  );
  return `{\n${lines.join(',\n')}\n${' '.repeat(indent)}}`;
}

function scalar(value: unknown): string {
  if (value instanceof JsonDouble) return double(value.value);
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : double(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return 'null';
  }
}

/** Drops trailing zeros of a fraction; exponents are kept. */
function double(value: number): string {
  return javaDouble(value).replace(/\.0$/, '');
}

/** Escapes control characters, U+0080–U+009F, U+2000–U+20FF, and the slash of `</`. */
function quote(text: string): string {
  const escaped = JSON.stringify(text).replace(/<\//g, '<\\/');
  return escaped.replace(
    /[\u0080-\u009f\u2000-\u20ff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
