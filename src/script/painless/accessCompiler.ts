import type { Expression } from './ast.ts';
import { conform } from './casts.ts';
import { staticClasses } from './classes.ts';
import type { Evaluate, Frame } from './frame.ts';
import { lastPlaceOfChange } from './lastPlace.ts';
import { callMember, memberReader, readIndex, readMember, setMember, writeIndex } from './members.ts';
import { holdsFields } from './memberTable.ts';
import { OperatorCompiler } from './operatorCompiler.ts';
import type { Typed } from './typedCompiler.ts';
import {
  getterOf,
  isArray,
  isPrimitive,
  isSubclass,
  methodOf,
  OBJECT,
  type Type,
  whitelist,
} from './types.ts';
import type { Value } from './values.ts';

/** An assignable expression: how to read and write it. */
interface Target {
  readonly type: Type;
  /** Evaluates subexpressions once for both reading and writing. */
  readonly bind: (frame: Frame) => Bound;
}

interface Bound {
  read(): Value;
  write(value: Value): void;
}

/** Compiles names, fields, elements, and assignments to them. */
export abstract class AccessCompiler extends OperatorCompiler {
  protected variable(name: string, offset: number, at = offset): Typed {
    const own = this.scopes.find(name);
    if (own !== null) {
      const { slot, type } = own;
      return { type, offset, run: (frame) => frame.slots[slot] };
    }
    if (!Object.hasOwn(this.names.variables, name)) throw this.#notVariable(name, at);
    const run = this.place.guard(offset, (frame) => frame.globals.variables[name]());
    return { type: this.names.variables[name], offset, run };
  }

  #notVariable(name: string, at: number): Error {
    const type = whitelist.resolve(name);
    if (type === null) return this.error(at, `cannot resolve symbol [${name}]`);
    return this.error(at, `value required: instead found unexpected type [${type}]`);
  }

  /** Compiles the part before a dot: a value, not a class. */
  protected receiver(node: Expression, at: number): Typed {
    this.#checkResolved(node, at);
    return node.kind === 'name' ? this.variable(node.name, node.offset, at) : this.expression(node);
  }

  /** Throws for a dotted name that could be a class but is not; the error contains the whole name. */
  #checkResolved(node: Expression, at = node.offset): void {
    const written = node.kind === 'member' ? withDots(node) : null;
    if (written === null) return;
    const parts = written.split('.');
    if (this.scopes.find(parts[0]) !== null || Object.hasOwn(this.names.variables, parts[0])) return;
    if (parts.some((_, i) => whitelist.resolve(parts.slice(0, i + 1).join('.')) !== null)) return;
    throw this.error(at, `cannot resolve symbol [${written}]`);
  }

  /** Throws for a name that is neither a variable nor a class, and for a class used as a statement. */
  protected known({ name, offset }: Expression & { readonly kind: 'name' }): void {
    const type = this.scopes.find(name) === null ? whitelist.resolve(name) : null;
    if (type !== null) throw this.error(offset, `not a statement: static type [${type}] not used`);
    this.variable(name, offset);
  }

  /** The class that a (possibly qualified) name refers to; `null` if it is a variable or unknown. */
  protected classNamed(node: Expression | null): string | null {
    const written = node === null ? null : dotted(node);
    if (written === null || this.scopes.find(written.split('.')[0]) !== null) return null;
    const type = whitelist.resolve(written);
    return type === null || isPrimitive(type) || type === 'def' ? null : type;
  }

  protected member(node: Expression & { readonly kind: 'member' }): Typed {
    const { name, nullSafe, offset } = node;
    const owner = this.classNamed(node.target);
    if (owner !== null) return this.#constant(owner, name, offset);
    const itself = this.classNamed(node);
    if (itself !== null)
      throw this.error(offset, `value required: instead found unexpected type [${itself}]`);
    this.#checkResolved(node);
    const target = this.receiver(node.target, offset);
    const { type, read } = this.#reader(target.type, name, offset);
    if (nullSafe && isPrimitive(type))
      throw this.error(offset, 'Result of null safe operator must be nullable');
    const { run } = target;
    const whole: Evaluate = (frame) => {
      const self = run(frame);
      return self === null && nullSafe ? null : read(self);
    };
    const field = name === 'value' ? this.#docField(node.target) : null;
    return { type, offset, run: this.place.guard(offset, field === null ? whole : firstOf(field, whole)) };
  }

  /** The field of `doc['field']`; `null` for any other expression. */
  #docField(node: Expression): string | null {
    if (node.kind !== 'index' || node.index.kind !== 'string') return null;
    const { target } = node;
    const isDoc = target.kind === 'name' && target.name === 'doc' && this.scopes.find('doc') === null;
    return isDoc ? node.index.value : null;
  }

  #constant(owner: string, name: string, offset: number): Typed {
    const type = whitelist.class(owner)?.constants.get(name);
    const short = owner.replace(/^(?:[a-z]\w*\.)+/, '');
    const found = staticClasses[short]?.constants;
    if (type === undefined || !found || !Object.hasOwn(found, name))
      throw this.error(offset, `field [${owner}, ${name}] not found`);
    return { type, offset, run: () => conform(type, found[name]) };
  }

  #reader(type: Type, name: string, offset: number): { type: Type; read: (self: Value) => Value } {
    if (type === 'def') return { type, read: memberReader(name) };
    if (isArray(type) && name === 'length') return { type: 'int', read: (self) => readMember(self, name) };
    const getter = getterOf(type, name);
    if (getter !== null) {
      return {
        type: getter.returns,
        read: (self) => conform(getter.returns, callMember(self, getter.name, [])),
      };
    }
    if (isSubclass(type, 'java.util.Map')) return { type: 'def', read: (self) => readIndex(self, name) };
    if (isSubclass(type, 'java.util.List')) {
      if (!/^\d+$/.test(name)) throw this.error(offset, `invalid list index [${name}]`);
      return { type: 'def', read: (self) => readIndex(self, Number(name)) };
    }
    throw this.error(offset, `field [${type}, ${name}] not found`);
  }

  protected index(node: Expression & { readonly kind: 'index' }): Typed {
    const { type, self, key, at } = this.#element(node);
    return {
      type,
      offset: node.offset,
      run: this.place.guard(at, (frame) => readIndex(self(frame), key(frame))),
    };
  }

  /** `at`: the position of errors when reading: a map key or list index, or the bracket. */
  #element(node: Expression & { readonly kind: 'index' }): {
    type: Type;
    self: Evaluate;
    key: Evaluate;
    at: number;
  } {
    const target = this.receiver(node.target, node.target.offset);
    const self = target.run;
    const { type } = target;
    const at = node.offset;
    const inside = node.index.offset;
    if (type === 'def') return { type, self, key: this.typed(node.index, 'def'), at };
    if (isSubclass(type, 'java.util.Map'))
      return { type: 'def', self, key: this.typed(node.index, 'def'), at: inside };
    if (isArray(type)) return { type: type.slice(0, -2), self, key: this.typed(node.index, 'int'), at };
    if (isSubclass(type, 'java.util.List'))
      return { type: 'def', self, key: this.typed(node.index, 'int'), at: inside };
    throw this.error(node.offset, `Attempting to address a non-array-like type [${type}] as an array.`);
  }

  protected assign(node: Expression & { readonly kind: 'assign' }): Typed {
    const { operator, offset } = node;
    const target = this.#target(node.target);
    const { type, bind } = target;
    if (operator === '=') {
      const value = this.typed(node.value, type);
      const run = this.place.guard(offset, (frame) => {
        const place = bind(frame);
        const result = value(frame);
        place.write(result);
        return result;
      });
      return { type, offset, run };
    }
    const change = this.compound(operator, type, this.expression(node.value), offset);
    const run = this.place.weighed(lastPlaceOfChange(node), (frame) => {
      const place = bind(frame);
      const result = change(frame, place.read());
      place.write(result);
      return result;
    });
    return { type, offset, run };
  }

  protected step(node: Expression & { readonly kind: 'step' }): Typed {
    const { offset, prefix, by } = node;
    const { type, bind } = this.#target(node.target);
    const one = this.constant('int', 1, offset);
    const change = this.compound(by === 1 ? '+=' : '-=', type, one, offset);
    const run = this.place.guard(offset, (frame) => {
      const place = bind(frame);
      const before = place.read();
      const after = change(frame, before);
      place.write(after);
      return prefix ? after : before;
    });
    return { type, offset, run };
  }

  #target(node: Expression): Target {
    switch (node.kind) {
      case 'name':
        return this.#variableTarget(node.name, node.offset);
      case 'member':
        return this.#memberTarget(node);
      case 'index': {
        const { type, self, key } = this.#element(node);
        const bind = (frame: Frame): Bound => {
          const owner = self(frame);
          const at = key(frame);
          return {
            read: () => readIndex(owner, at),
            write: (value) => writeIndex(owner, at, value),
          };
        };
        return { type, bind };
      }
      default:
        throw this.error(node.offset, 'invalid assignment: cannot assign a value to this expression');
    }
  }

  #variableTarget(name: string, offset: number): Target {
    const own = this.scopes.find(name);
    if (own === null) {
      const known = Object.hasOwn(this.names.variables, name);
      throw this.error(
        offset,
        known
          ? `invalid assignment: cannot assign a value to read-only variable [${name}]`
          : `cannot resolve symbol [${name}]`,
      );
    }
    const { slot, type } = own;
    const bind = ({ slots }: Frame): Bound => ({
      read: () => slots[slot],
      write: (value) => {
        slots[slot] = value;
      },
    });
    return { type, bind };
  }

  #memberTarget(node: Expression & { readonly kind: 'member' }): Target {
    const { name, offset } = node;
    const owner = this.classNamed(node.target);
    if (owner !== null) {
      this.#constant(owner, name, offset);
      throw this.error(offset, `invalid assignment: cannot assign a value to read-only field [${name}]`);
    }
    this.#checkResolved(node);
    const target = this.receiver(node.target, offset);
    const type = this.#memberType(target.type, name, offset);
    const bind = (frame: Frame): Bound => {
      const self = target.run(frame);
      return { read: () => readMember(self, name), write: (value) => setMember(self, name, value) };
    };
    return { type, bind };
  }

  #memberType(type: Type, name: string, offset: number): Type {
    if (type === 'def') return 'def';
    const setter = methodOf(type, `set${name.charAt(0).toUpperCase()}${name.slice(1)}`, 1);
    if (setter !== null) return setter.parameters[0] === OBJECT ? 'def' : setter.parameters[0];
    if (isSubclass(type, 'java.util.Map')) return 'def';
    if (isSubclass(type, 'java.util.List') && /^\d+$/.test(name)) return 'def';
    throw this.error(offset, `field [${type}, ${name}] not found`);
  }
}

/** `doc['field'].value`: reads the value directly if `doc` has it. */
function firstOf(field: string, whole: Evaluate): Evaluate {
  return (frame) => {
    const { doc } = frame.globals;
    const value = holdsFields(doc) ? doc.firstOf(field) : undefined;
    return value === undefined ? whole(frame) : value;
  };
}

/** `java.util.List` as written; `null` if it is not a chain of names. */
/** Names separated by dots, null-safe or not. */
function withDots(node: Expression): string | null {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'member') return null;
  const target = withDots(node.target);
  return target === null ? null : `${target}.${node.name}`;
}

function dotted(node: Expression): string | null {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'member' || node.nullSafe) return null;
  const target = dotted(node.target);
  return target === null ? null : `${target}.${node.name}`;
}
