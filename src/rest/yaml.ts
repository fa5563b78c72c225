import { isJsonObject, JsonDouble, RawJson, stringifyJson } from '../common/index.ts';

/** `?format=yaml`: block style, plain keys, quoted strings, like the original's writer. */
export function renderYaml(value: unknown): string {
  return `---\n${block(value, '')}`;
}

function block(value: unknown, indent: string): string {
  const plain = value instanceof RawJson ? value.exact : value;
  if (Array.isArray(plain) && plain.length > 0) {
    return plain.map((item) => `${indent}-${nested(item, `${indent}  `, true)}`).join('');
  }
  if (isJsonObject(plain)) {
    const entries = Object.entries(plain).filter(([, member]) => member !== undefined);
    if (entries.length > 0) {
      return entries
        .map(([key, member]) => `${indent}${yamlKey(key)}:${nested(member, `${indent}  `, false)}`)
        .join('');
    }
  }
  return `${indent}${scalar(plain)}\n`;
}

function nested(value: unknown, indent: string, inList: boolean): string {
  const plain = value instanceof RawJson ? value.exact : value;
  const empty =
    (Array.isArray(plain) && plain.length === 0) || (isJsonObject(plain) && Object.keys(plain).length === 0);
  if (typeof plain !== 'object' || plain === null || plain instanceof JsonDouble || empty)
    return ` ${scalar(plain)}\n`;
  const text = block(plain, indent);
  return inList
    ? ` ${text.slice(indent.length)}`
    : `\n${Array.isArray(plain) ? dedent(plain, indent) : text}`;
}

/** Lists are at the indentation of their key. */
function dedent(items: readonly unknown[], indent: string): string {
  return block(items, indent.slice(2));
}

/** Words that YAML 1.1 reads as booleans or null. */
const YAML_WORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function yamlKey(key: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(key) && !YAML_WORDS.test(key) ? key : JSON.stringify(key);
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return '[]';
  if (isJsonObject(value)) return '{}';
  return stringifyJson(value);
}
