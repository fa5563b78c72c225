import type { ColumnNode } from '../../../ast/index.ts';
import type { Scope } from './scope.ts';

/**
 * An expression as Painless: `setup` holds the declarations (`def abs_1 = …`) in order, joined by `; `, and `value`
 * is the variable, literal or `doc['f'].value` that stands for the result.
 */
export interface Script {
  readonly setup: string;
  readonly value: string;
  /** What a sort by this script needs to know. */
  readonly type: 'number' | 'string';
}

/** One statement's scripts: variables are numbered per function, through the whole statement. */
export class ScriptWriter {
  readonly scope: Scope;
  /** Whether scripts pass over documents that have no value for a field they read. */
  readonly guarded: boolean;
  /** Whether the body is for reading: whole doubles then keep their fraction. */
  readonly prints: boolean;
  readonly #ids: Map<string, number>;
  readonly #fields = new Set<string>();
  /** Variables of the script being written → how often. */
  readonly #locals = new Map<string, number>();

  constructor(scope: Scope, guarded: boolean, prints = false, ids = new Map<string, number>()) {
    this.scope = scope;
    this.guarded = guarded;
    this.prints = prints;
    this.#ids = ids;
  }

  /** The same statement's scripts in a sub-select's scope. */
  within(scope: Scope): ScriptWriter {
    return new ScriptWriter(scope, this.guarded, this.prints, this.#ids);
  }

  nextId(name: string): string {
    const n = (this.#ids.get(name) ?? 0) + 1;
    this.#ids.set(name, n);
    return `${name}_${n}`;
  }

  field(node: ColumnNode): Script {
    const field = this.scope.exact(this.scope.column(node).name);
    this.#fields.add(field);
    const type = this.scope.fields.get(field)?.type ?? 'keyword';
    return {
      setup: '',
      value: `${docValues(field)}.value`,
      type: STRING_TYPES.has(type) ? 'string' : 'number',
    };
  }

  declare(before: readonly Script[], name: string, source: string, type: Script['type'] = 'number'): Script {
    const variable = this.nextId(name);
    const declarations = before.map(({ setup }) => setup).filter((setup) => setup !== '');
    return { setup: [...declarations, `def ${variable} = ${source}`].join('; '), value: variable, type };
  }

  /** Runs `write` and puts the guards of the fields it read before its source. */
  source(write: () => string, whenMissing: string): string {
    this.#fields.clear();
    this.#locals.clear();
    const text = write();
    if (!this.guarded || this.#fields.size === 0) return text;
    const missing = [...this.#fields].map((field) => `${docValues(field)}.size() == 0`).join(' || ');
    return `if (${missing}) { return ${whenMissing}; } ${text}`;
  }

  /** The fields that `write` reads are not guarded here: who asks handles their missing values. */
  forgivingMissing<T>(write: () => T): readonly [written: T, fields: readonly string[]] {
    const known = [...this.#fields];
    this.#fields.clear();
    const written = write();
    const fields = [...this.#fields];
    this.#fields.clear();
    for (const field of known) this.#fields.add(field);
    return [written, fields];
  }

  /** A name for a variable, which the script being written does not have yet. */
  local(name: string): string {
    const count = (this.#locals.get(name) ?? 0) + 1;
    this.#locals.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  }
}

const STRING_TYPES: ReadonlySet<string> = new Set(['keyword', 'text', 'ip', 'date']);

export function docValues(field: string): string {
  return `doc[${painlessString(field)}]`;
}

/** A Painless string literal: backslashes and quotes escaped. */
export function painlessString(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}
