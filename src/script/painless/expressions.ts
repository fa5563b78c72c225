import { limits, unreachable } from '../../common/index.ts';
import type { Expression, Statement } from './ast.ts';
import { staticClasses } from './classes.ts';
import { compileError, PainlessFailure } from './errors.ts';
import type { Evaluate, Frame } from './frame.ts';
import { type CompiledFunction, callFunction } from './functions.ts';
import { callMember, readIndex, readMember, writeIndex } from './members.ts';
import { applyBinary, applyUnary, castTo, isInstance } from './operators.ts';
import { Place } from './place.ts';
import { regexOf } from './regexes.ts';
import { Scopes } from './scopes.ts';
import { asBoolean, asInteger, asText, Double, type Lambda, type Value } from './values.ts';

/** Names that a context defines: anything else is `cannot resolve symbol` at compile time. */
export interface ScopeNames {
  readonly variables: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

/** Compiles expressions to closures. */
export abstract class ExpressionCompiler {
  protected readonly source: string;
  protected readonly names: ScopeNames;
  protected readonly place: Place;
  protected readonly functions = new Map<
    string,
    { readonly arity: number; compiled: CompiledFunction | null }
  >();
  protected scopes = new Scopes();

  constructor(source: string, names: ScopeNames) {
    this.source = source;
    this.names = names;
    this.place = new Place(source);
  }

  /** Statements in a row, with the value that they return. */
  protected abstract program(body: readonly Statement[]): Evaluate;

  protected condition(node: Expression): (frame: Frame) => boolean {
    const value = this.expression(node);
    return (frame) => {
      const result = value(frame);
      return typeof result === 'boolean' ? result : this.place.run(node.offset, () => asBoolean(result));
    };
  }

  protected expression(node: Expression): Evaluate {
    switch (node.kind) {
      case 'null':
        return () => null;
      case 'boolean':
      case 'integer':
      case 'string': {
        const { value } = node;
        return () => value;
      }
      case 'double': {
        const value = new Double(node.value);
        return () => value;
      }
      case 'name':
        return this.#name(node.name, node.offset);
      case 'list':
        return this.#list(node.items);
      case 'map':
        return this.#map(node.entries);
      case 'conditional':
        return this.#conditional(node);
      case 'and':
      case 'or':
        return this.#logical(node);
      case 'elvis': {
        const left = this.expression(node.left);
        const right = this.expression(node.right);
        return (frame) => left(frame) ?? right(frame);
      }
      case 'assign':
        return this.#assign(node);
      case 'step':
        return this.#increment(node);
      case 'regex': {
        const pattern = regexOf(node, this.source);
        return () => pattern;
      }
      case 'reference':
        return this.#reference(node);
      case 'lambda':
        return this.#lambda(node);
      case 'call':
      case 'new':
        return this.#invoke(node);
      default:
        return this.#operation(node);
    }
  }

  #operation(
    node: Extract<
      Expression,
      { kind: 'binary' | 'unary' | 'instanceof' | 'cast' | 'member' | 'index' | 'newArray' }
    >,
  ): Evaluate {
    switch (node.kind) {
      case 'binary': {
        const left = this.expression(node.left);
        const right = this.expression(node.right);
        const { operator } = node;
        return this.place.weighed(node.offset, (frame) => applyBinary(operator, left(frame), right(frame)));
      }
      case 'unary': {
        const operand = this.expression(node.operand);
        return this.place.guard(node.offset, (frame) => applyUnary(node.operator, operand(frame)));
      }
      case 'instanceof': {
        const operand = this.expression(node.operand);
        return (frame) => isInstance(operand(frame), node.type);
      }
      case 'cast': {
        const operand = this.expression(node.operand);
        return this.place.guard(node.offset, (frame) => castTo(node.type, operand(frame)));
      }
      case 'member':
        return this.#member(node);
      case 'index': {
        const target = this.expression(node.target);
        const index = this.expression(node.index);
        return this.place.guard(node.offset, (frame) => readIndex(target(frame), index(frame)));
      }
      case 'newArray': {
        if (node.items !== null) return this.#list(node.items);
        const size = this.expression(node.size as Expression);
        return this.place.weighed(node.offset, (frame) => newArray(asInteger(size(frame))));
      }
      default:
        throw unreachable(node);
    }
  }

  #name(name: string, offset: number): Evaluate {
    const slot = this.find(name);
    if (slot !== null) return (frame) => frame.slots[slot];
    if (!this.names.variables.has(name))
      throw compileError(this.source, offset, `cannot resolve symbol [${name}]`);
    return this.place.guard(offset, (frame) => frame.globals.variables[name]());
  }

  #member(node: Expression & { readonly kind: 'member' }): Evaluate {
    const constant = this.#constant(node);
    if (constant !== undefined) return () => constant;
    const target = this.expression(node.target);
    const { name, nullSafe } = node;
    return this.place.guard(node.offset, (frame) => {
      const value = target(frame);
      return value === null && nullSafe ? null : readMember(value, name);
    });
  }

  #constant(node: Expression & { readonly kind: 'member' }): Value | undefined {
    const className = this.#className(node.target);
    if (className === null) return undefined;
    const constants = staticClasses[className].constants ?? {};
    if (!Object.hasOwn(constants, node.name)) {
      throw compileError(this.source, node.offset, `static field [${className}, ${node.name}] not found`);
    }
    return constants[node.name];
  }

  #className(node: Expression | null): string | null {
    if (node?.kind === 'member')
      return this.#className({ kind: 'name', name: node.name, offset: node.offset });
    if (node?.kind !== 'name' || this.find(node.name) !== null) return null;
    return Object.hasOwn(staticClasses, node.name) ? node.name : null;
  }

  #invoke(node: Expression & { readonly kind: 'call' | 'new' }): Evaluate {
    const args = node.args.map((arg) => this.expression(arg));
    const values = (frame: Frame): Value[] => args.map((arg) => arg(frame));
    if (node.kind === 'new') {
      const create = Object.hasOwn(staticClasses, node.type) ? staticClasses[node.type].create : undefined;
      if (!create)
        throw compileError(
          this.source,
          node.offset,
          `constructor [${node.type}, <init>/${args.length}] not found`,
        );
      return this.place.weighed(node.offset, (frame) => create(values(frame), frame.globals));
    }
    const { name, nullSafe } = node;
    if (node.target === null) return this.#function(name, node.offset, values, args.length);
    const className = this.#className(node.target);
    if (className !== null) {
      const methods = staticClasses[className].methods ?? {};
      if (!Object.hasOwn(methods, name))
        throw compileError(
          this.source,
          node.offset,
          `static method [${className}, ${name}/${args.length}] not found`,
        );
      return this.place.weighed(node.offset, (frame) => methods[name](values(frame), frame.globals));
    }
    const target = this.expression(node.target);
    return this.place.weighed(node.offset, (frame) => {
      const self = target(frame);
      if (self === null && nullSafe) return null;
      const callable = self instanceof Map ? self.get(name) : undefined;
      return typeof callable === 'function'
        ? callable(...values(frame))
        : callMember(self, name, values(frame));
    });
  }

  #function(name: string, offset: number, values: (frame: Frame) => Value[], arity: number): Evaluate {
    const own = this.functions.get(`${name}/${arity}`);
    if (own !== undefined) {
      const step = this.place.stepper(offset);
      return this.place.weighed(offset, (frame) =>
        callFunction(own.compiled as CompiledFunction, values(frame), frame, step),
      );
    }
    if (!this.names.functions.has(name)) {
      throw compileError(this.source, offset, `Unknown call [${name}] with [${arity}] arguments.`);
    }
    return this.place.guard(offset, (frame) => frame.globals.functions[name](values(frame)));
  }

  #list(items: readonly Expression[]): Evaluate {
    const parts = items.map((item) => this.expression(item));
    return (frame) => parts.map((part) => part(frame));
  }

  #map(entries: readonly (readonly [Expression, Expression])[]): Evaluate {
    const parts = entries.map(([key, value]) => [this.expression(key), this.expression(value)] as const);
    return (frame) => new Map(parts.map(([key, value]) => [asText(key(frame)), value(frame)]));
  }

  #conditional(node: Expression & { readonly kind: 'conditional' }): Evaluate {
    const condition = this.condition(node.condition);
    const then = this.expression(node.then);
    const otherwise = this.expression(node.otherwise);
    return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
  }

  #logical(node: Expression & { readonly kind: 'and' | 'or' }): Evaluate {
    const left = this.condition(node.left);
    const right = this.condition(node.right);
    return node.kind === 'and'
      ? (frame) => left(frame) && right(frame)
      : (frame) => left(frame) || right(frame);
  }

  #assign(node: Expression & { readonly kind: 'assign' }): Evaluate {
    const value = this.expression(node.value);
    const write = this.#writer(node.target);
    if (node.operator === '=') {
      return this.place.guard(node.offset, (frame) => {
        const result = value(frame);
        write(frame, result);
        return result;
      });
    }
    const read = this.expression(node.target);
    const operator = node.operator.slice(0, -1) as '+';
    return this.place.weighed(node.offset, (frame) => {
      const result = applyBinary(operator, read(frame), value(frame));
      write(frame, result);
      return result;
    });
  }

  #increment(node: Expression & { readonly kind: 'step' }): Evaluate {
    const read = this.expression(node.target);
    const write = this.#writer(node.target);
    return this.place.guard(node.offset, (frame) => {
      const before = read(frame);
      const after = applyBinary('+', before, node.by);
      write(frame, after);
      return node.prefix ? after : before;
    });
  }

  #writer(target: Expression): (frame: Frame, value: Value) => void {
    if (target.kind === 'name') {
      const slot = this.find(target.name);
      if (slot === null)
        throw compileError(this.source, target.offset, `cannot resolve symbol [${target.name}]`);
      return (frame, value) => {
        frame.slots[slot] = value;
      };
    }
    if (target.kind === 'member') {
      const self = this.expression(target.target);
      return (frame, value) => writeIndex(self(frame), target.name, value);
    }
    if (target.kind === 'index') {
      const self = this.expression(target.target);
      const index = this.expression(target.index);
      return (frame, value) => writeIndex(self(frame), index(frame), value);
    }
    throw compileError(
      this.source,
      target.offset,
      'invalid assignment: cannot assign a value to this expression',
    );
  }

  #lambda(node: Expression & { readonly kind: 'lambda' }): Evaluate {
    return this.inScope(() => {
      const slots = node.parameters.map((name) => this.define(name, node.offset));
      const { body } = node;
      const step = this.place.stepper(node.offset);
      const run = isStatement(body) ? this.program([body]) : this.expression(body);
      return (frame): Lambda =>
        (...args) => {
          slots.forEach((slot, i) => {
            frame.slots[slot] = args[i] ?? null;
          });
          step(frame);
          return run(frame);
        };
    });
  }

  /** `Class::method`, `Class::new`, `this::function`: a lambda that calls it. */
  #reference(node: Expression & { readonly kind: 'reference' }): Evaluate {
    const { owner, name, offset } = node;
    const step = this.place.stepper(offset);
    const own = owner.kind === 'name' && owner.name === 'this' ? this.#functionNamed(name) : undefined;
    if (own !== undefined) {
      return (frame) =>
        (...args) =>
          callFunction(own.compiled as CompiledFunction, args.slice(0, own.arity), frame, step);
    }
    const className = this.#className(owner);
    const { create, methods = {} } = className === null ? {} : staticClasses[className];
    if (name === 'new' && create) return (frame) => () => create([], frame.globals);
    if (Object.hasOwn(methods, name))
      return (frame) =>
        (...args) =>
          methods[name](args, frame.globals);
    return () =>
      (...[self, ...args]) =>
        callMember(self ?? null, name, args);
  }

  #functionNamed(name: string) {
    return [...this.functions].find(([key]) => key.startsWith(`${name}/`))?.[1];
  }

  protected inScope<T>(compile: () => T): T {
    return this.scopes.within(compile);
  }

  protected define(name: string, offset: number): number {
    const slot = this.scopes.define(name);
    if (slot !== null) return slot;
    throw compileError(this.source, offset, `variable [${name}] is already defined`);
  }

  protected find(name: string): number | null {
    return this.scopes.find(name);
  }
}

function newArray(size: number): Value {
  if (size < 0 || size > limits.scriptSteps.value)
    throw new PainlessFailure('illegal_argument_exception', `Array size ${size} is out of range`);
  return new Array<Value>(size).fill(0);
}

function isStatement(node: Expression | Statement): node is Statement {
  return node.kind === 'block';
}
