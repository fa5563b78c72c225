import type { JsonValue } from '../../../../common/index.ts';
import { isJsonObject } from '../../../../common/index.ts';

/**
 * Rows by the values that a join compares. One plain value is a key as it is, so that numbers, texts and booleans do
 * not meet; more of them, lists and objects are keys by a text that tells them apart.
 */
export class KeyTable<Row> {
  readonly #plain = new Map<JsonValue, Row[]>();
  readonly #others = new Map<string, Row[]>();

  add(values: readonly JsonValue[], row: Row): void {
    const [only] = values;
    if (isPlainKey(values)) addTo(this.#plain, only, row);
    else addTo(this.#others, values.map(keyText).join(), row);
  }

  find(values: readonly JsonValue[]): readonly Row[] {
    const found = isPlainKey(values)
      ? this.#plain.get(values[0])
      : this.#others.get(values.map(keyText).join());
    return found ?? NONE;
  }

  /** The values of keys that are one plain value. */
  plainKeys(): JsonValue[] {
    return [...this.#plain.keys()];
  }
}

const NONE: readonly never[] = [];

function addTo<Key, Row>(rows: Map<Key, Row[]>, key: Key, row: Row): void {
  const known = rows.get(key);
  if (known === undefined) rows.set(key, [row]);
  else known.push(row);
}

function isPlainKey(values: readonly JsonValue[]): boolean {
  return values.length === 1 && (typeof values[0] !== 'object' || values[0] === null);
}

function keyText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(keyText).join()}]`;
  if (isJsonObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${keyText(value[name])}`).join()}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
