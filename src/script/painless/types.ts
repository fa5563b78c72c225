import { functionsClasses } from './whitelist/functions.ts';
import { langClasses } from './whitelist/lang.ts';
import { timeClasses } from './whitelist/time.ts';
import { utilClasses } from './whitelist/util.ts';

/**
 * Static types. A type is its name: a primitive (`int`), `def`, `void`, a qualified class name, or one of
 * these with `[]` per array dimension.
 */
export type Type = string;

export interface Method {
  readonly name: string;
  readonly parameters: readonly Type[];
  readonly returns: Type;
}

export interface ClassType {
  readonly name: string;
  readonly parents: readonly string[];
  /** The abstract method, if this is a functional interface. */
  readonly functional: string | null;
  readonly constructors: ReadonlyMap<number, readonly Type[]>;
  /** By `name/arity`: Painless does not overload by argument types. */
  readonly methods: ReadonlyMap<string, Method>;
  readonly statics: ReadonlyMap<string, Method>;
  readonly constants: ReadonlyMap<string, Type>;
}

export const OBJECT = 'java.lang.Object';
export const STRING = 'java.lang.String';
export const LIST = 'java.util.ArrayList';
export const MAP = 'java.util.HashMap';
export const PATTERN = 'java.util.regex.Pattern';

const PRIMITIVES = new Set('boolean byte short char int long float double'.split(' '));

const BOXES: Readonly<Record<string, Type>> = {
  boolean: 'java.lang.Boolean',
  byte: 'java.lang.Byte',
  short: 'java.lang.Short',
  char: 'java.lang.Character',
  int: 'java.lang.Integer',
  long: 'java.lang.Long',
  float: 'java.lang.Float',
  double: 'java.lang.Double',
};
const UNBOXED: Readonly<Record<string, Type>> = Object.fromEntries(
  Object.entries(BOXES).map(([primitive, box]) => [box, primitive]),
);

export const isPrimitive = (type: Type): boolean => PRIMITIVES.has(type);
export const boxOf = (type: Type): Type => (Object.hasOwn(BOXES, type) ? BOXES[type] : type);
export const unboxedOf = (type: Type): Type | null => (Object.hasOwn(UNBOXED, type) ? UNBOXED[type] : null);
export const isArray = (type: Type): boolean => type.endsWith('[]');

interface Header {
  readonly name: string;
  readonly parents: readonly string[];
  readonly functional: string | null;
  readonly members: string[];
}

function headersOf(text: string): Header[] {
  const headers: Header[] = [];
  for (const line of text.split('\n')) {
    const head = /^(?:class|interface) (\S+)(?: < (.*?))?(?: fn (\S+))?(?: qualified)?$/.exec(line);
    if (head) {
      const parents = head[2]?.split(' ') ?? [];
      headers.push({ name: head[1], parents, functional: head[3] ?? null, members: [] });
    } else if (line.trim() !== '') headers[headers.length - 1].members.push(...line.trim().split(' '));
  }
  return headers;
}

/** `java.util.Map.Entry` → `Map.Entry`, the name used by scripts. */
function shortName(name: string): string {
  return name.replace(/^(?:[a-z]\w*\.)+/, '');
}

class Whitelist {
  readonly #headers = new Map<string, Header>();
  readonly #names = new Map<string, string>();
  readonly #classes = new Map<string, ClassType>();

  constructor() {
    for (const header of [langClasses, utilClasses, timeClasses, functionsClasses].flatMap(headersOf)) {
      this.#headers.set(header.name, header);
      this.#names.set(shortName(header.name), header.name);
      this.#names.set(header.name, header.name);
    }
  }

  /** The type of a name in a script; `null` if there is none. */
  resolve(written: string): Type | null {
    const base = written.replace(/(?:\[\])+$/, '');
    const dimensions = written.slice(base.length);
    if (base === 'def' || base === 'void' || isPrimitive(base)) return written;
    const name = this.#names.get(base);
    return name === undefined ? null : name + dimensions;
  }

  class(name: string): ClassType | null {
    const known = this.#classes.get(name);
    if (known) return known;
    const header = this.#headers.get(name);
    if (header === undefined) return null;
    const made = this.#read(header);
    this.#classes.set(name, made);
    return made;
  }

  #read(header: Header): ClassType {
    const constructors = new Map<number, readonly Type[]>();
    const methods = new Map<string, Method>();
    const statics = new Map<string, Method>();
    const constants = new Map<string, Type>();
    const parents = header.parents.map((parent) => this.#type(parent));
    if (header.name !== OBJECT) parents.push(OBJECT);
    for (const parent of [...parents].reverse()) {
      for (const [key, method] of this.class(parent)?.methods ?? []) methods.set(key, method);
    }
    for (const member of header.members) {
      const [, isStatic, name, args, returns] = /^(~?)(\w+)\(([^)]*)\)(.*)$/.exec(member) ?? [];
      if (name === undefined) {
        const [constant, type] = member.replace('~', '').split(':');
        constants.set(constant, this.#type(type));
        continue;
      }
      const parameters = args === '' ? [] : args.split(',').map((type) => this.#type(type));
      if (name === 'new') constructors.set(parameters.length, parameters);
      else {
        const method: Method = { name, parameters, returns: this.#type(returns) };
        (isStatic ? statics : methods).set(`${name}/${parameters.length}`, method);
      }
    }
    return {
      name: header.name,
      parents,
      functional: header.functional,
      constructors,
      methods,
      statics,
      constants,
    };
  }

  #type(written: string): Type {
    return this.resolve(written) ?? OBJECT;
  }
}

export const whitelist = new Whitelist();

/** Whether a class is the other one or a subclass of it. */
export function isSubclass(type: Type, ancestor: Type): boolean {
  if (type === ancestor || ancestor === OBJECT) return true;
  if (isArray(type)) {
    return (
      isArray(ancestor) &&
      isSubclass(type.slice(0, -2), ancestor.slice(0, -2)) &&
      !isPrimitive(type.slice(0, -2))
    );
  }
  return whitelist.class(type)?.parents.some((parent) => isSubclass(parent, ancestor)) ?? false;
}

export function methodOf(type: Type, name: string, arity: number): Method | null {
  return whitelist.class(boxOf(type))?.methods.get(`${name}/${arity}`) ?? null;
}

/** The method for the property `x.name`: `getName()` or `isName()`. */
export function getterOf(type: Type, name: string): Method | null {
  const tail = name.charAt(0).toUpperCase() + name.slice(1);
  return methodOf(type, `get${tail}`, 0) ?? methodOf(type, `is${tail}`, 0);
}

/** The method that a lambda implements; `null` if the type is not a functional interface. */
export function functionOf(type: Type): Method | null {
  const found = whitelist.class(type);
  if (!found?.functional) return null;
  return [...found.methods.values()].find(({ name }) => name === found.functional) ?? null;
}
