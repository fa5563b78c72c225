import { isJsonObject, type JsonObject } from '../../../../common/index.ts';

/** One field of a mapping, by its full name. */
export interface FieldInfo {
  readonly name: string;
  /** The mapping's type; `object` where the mapping has only properties. */
  readonly type: string;
  /** Full name of the first multi-field of type keyword, of text fields. */
  readonly keyword: string | null;
  /** The innermost nested object that holds the field. */
  readonly nestedPath: string | null;
  readonly format: string | null;
}

/** The fields of all indices of a FROM expression; the first mapping that names a field wins. */
export class FieldTable {
  readonly #fields = new Map<string, FieldInfo>();
  /** Multi-fields: their full names → types. */
  readonly #parts = new Map<string, string>();
  /** The members of each object, made when they are first asked for. */
  #members: Map<string, FieldInfo[]> | null = null;

  static of(mappings: Iterable<JsonObject>): FieldTable {
    const table = new FieldTable();
    for (const mapping of mappings) table.#addProperties(mapping, '', null);
    return table;
  }

  get(name: string): FieldInfo | undefined {
    return this.#fields.get(name);
  }

  /** The mapping's type of a field or of a multi-field; `object` for what it does not have. */
  typeOf(name: string): string {
    return this.#fields.get(name)?.type ?? this.#parts.get(name) ?? 'object';
  }

  /** In mapping order, objects before their members. */
  all(): readonly FieldInfo[] {
    return [...this.#fields.values()];
  }

  /** Of fields and multi-fields that are no objects. */
  leafNames(): readonly string[] {
    const leaves = this.all().filter(({ type }) => type !== 'object' && type !== 'nested');
    return [...leaves.map(({ name }) => name), ...this.#parts.keys()];
  }

  /** `SELECT *`: top-level fields. */
  topLevel(): readonly FieldInfo[] {
    return this.all().filter((field) => !field.name.includes('.'));
  }

  /** Direct members of an object or nested field. */
  membersOf(path: string): readonly FieldInfo[] {
    this.#members ??= byParent(this.#fields.values());
    return this.#members.get(path) ?? [];
  }

  #addProperties(parent: JsonObject, prefix: string, nestedPath: string | null): void {
    if (!isJsonObject(parent.properties)) return;
    for (const [key, definition] of Object.entries(parent.properties)) {
      if (!isJsonObject(definition)) continue;
      const name = prefix + key;
      const type = typeof definition.type === 'string' ? definition.type : 'object';
      if (!this.#fields.has(name)) {
        const format = typeof definition.format === 'string' ? definition.format : null;
        this.#fields.set(name, { name, type, keyword: keywordOf(name, definition), nestedPath, format });
      }
      for (const [part, { type }] of Object.entries(partsOf(definition))) {
        if (typeof type === 'string') this.#parts.set(`${name}.${part}`, type);
      }
      this.#addProperties(definition, `${name}.`, type === 'nested' ? name : nestedPath);
    }
  }
}

function byParent(fields: Iterable<FieldInfo>): Map<string, FieldInfo[]> {
  const members = new Map<string, FieldInfo[]>();
  for (const field of fields) {
    const dot = field.name.lastIndexOf('.');
    if (dot === -1) continue;
    const parent = field.name.slice(0, dot);
    const siblings = members.get(parent);
    if (siblings) siblings.push(field);
    else members.set(parent, [field]);
  }
  return members;
}

function partsOf({ fields }: JsonObject): Record<string, JsonObject> {
  if (!isJsonObject(fields)) return {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, part]) => (isJsonObject(part) ? [[name, part]] : [])),
  );
}

function keywordOf(name: string, definition: JsonObject): string | null {
  const found = Object.entries(partsOf(definition)).find(([, { type }]) => type === 'keyword');
  return found === undefined ? null : `${name}.${found[0]}`;
}
