import { limits, unreachable } from '../../common/index.ts';
import { AccessCompiler } from './accessCompiler.ts';
import type { Expression, Statement } from './ast.ts';
import { castBetween, conform } from './casts.ts';
import { staticClasses } from './classes.ts';
import { PainlessFailure } from './errors.ts';
import type { Evaluate, Frame } from './frame.ts';
import { type CompiledFunction, callFunction, type OwnFunction } from './functions.ts';
import { HashedMap, JavaArray } from './mapViews.ts';
import { callMember } from './members.ts';
import { Pattern, regexOf } from './regexes.ts';
import type { Typed } from './typedCompiler.ts';
import {
  functionOf,
  isPrimitive,
  LIST,
  MAP,
  type Method,
  methodOf,
  OBJECT,
  PATTERN,
  STRING,
  type Type,
  whitelist,
} from './types.ts';
import { Double, type Lambda, Narrow, type NarrowKind, typeName, type Value } from './values.ts';

/** Compiles calls, constructors and lambdas; together with its base classes, all expressions. */
export abstract class CallCompiler extends AccessCompiler {
  protected override expression(node: Expression, target: Type | null = null): Typed {
    const { offset } = node;
    switch (node.kind) {
      case 'null':
        return this.#null(target, offset);
      case 'boolean':
        return this.constant('boolean', node.value, offset);
      case 'number':
        return this.number(node, target);
      case 'string':
        return this.constant(STRING, node.value, offset);
      case 'regex': {
        const regex = regexOf(node, this.source);
        return { type: PATTERN, offset, run: ({ budget }) => new Pattern(regex, budget) };
      }
      case 'name':
        return this.variable(node.name, offset);
      case 'list':
        return this.#list(node.items, offset);
      case 'map':
        return this.#map(node.entries, offset);
      case 'lambda':
        return this.#lambda(node, target);
      case 'reference':
        return this.#reference(node, target);
      default:
        return this.#operation(node, target);
    }
  }

  #operation(
    node: Exclude<
      Expression,
      {
        kind:
          | 'null'
          | 'boolean'
          | 'number'
          | 'string'
          | 'regex'
          | 'name'
          | 'list'
          | 'map'
          | 'lambda'
          | 'reference';
      }
    >,
    target: Type | null,
  ): Typed {
    switch (node.kind) {
      case 'unary':
        return this.unary(node, target);
      case 'binary':
        return this.binary(node);
      case 'and':
      case 'or':
        return this.logical(node);
      case 'conditional':
        return this.conditional(node, target);
      case 'elvis':
        return this.elvis(node, target);
      case 'instanceof':
        return this.instanceOf(node);
      case 'cast':
        return this.explicitCast(node);
      case 'member':
        return this.member(node);
      case 'index':
        return this.index(node);
      case 'assign':
        return this.assign(node);
      case 'step':
        return this.step(node);
      case 'call':
        return this.#call(node);
      case 'new':
        return this.#new(node);
      case 'newArray':
        return this.#newArray(node);
      default:
        throw unreachable(node);
    }
  }

  #null(target: Type | null, offset: number): Typed {
    if (target !== null && isPrimitive(target))
      throw this.error(offset, `Cannot cast null to a primitive type [${target}].`);
    return { type: target ?? OBJECT, offset, run: () => null };
  }

  #list(items: readonly Expression[], offset: number): Typed {
    const parts = items.map((item) => this.typed(item, 'def'));
    return { type: LIST, offset, run: (frame) => parts.map((part) => part(frame)) };
  }

  #map(entries: readonly (readonly [Expression, Expression])[], offset: number): Typed {
    const parts = entries.map(([key, value]) => [this.typed(key, 'def'), this.typed(value, 'def')] as const);
    const run = (frame: Frame): Value =>
      HashedMap.ofEntries(parts.map(([key, value]) => [key(frame), value(frame)] as const));
    return { type: MAP, offset, run };
  }

  #call(node: Expression & { readonly kind: 'call' }): Typed {
    const { name, args, offset } = node;
    if (node.target === null) return this.#function(name, args, offset);
    const owner = this.classNamed(node.target);
    if (owner !== null) return this.#staticCall(owner, node);
    const target = this.receiver(node.target, offset);
    if (target.type === 'def') return this.#dynamicCall(target, node);
    const method = methodOf(target.type, name, args.length);
    if (method === null)
      throw this.error(offset, `member method [${target.type}, ${name}/${args.length}] not found`);
    if (node.nullSafe && isPrimitive(method.returns))
      throw this.error(offset, 'Result of null safe operator must be nullable');
    const values = this.#arguments(args, method.parameters);
    return this.#invocation(node, target.run, method.returns, (self, frame) =>
      callMember(self, name, values(frame)),
    );
  }

  #invocation(
    { nullSafe, offset }: Expression & { readonly kind: 'call' },
    target: Evaluate,
    type: Type,
    call: (self: Value, frame: Frame) => Value,
  ): Typed {
    const run = this.place.weighed(offset, (frame) => {
      const self = target(frame);
      return self === null && nullSafe ? null : conform(type, call(self, frame));
    });
    return { type, offset, run };
  }

  /** The method is resolved at run time by the class of the value. */
  #dynamicCall(target: Typed, node: Expression & { readonly kind: 'call' }): Typed {
    const { name, args } = node;
    const parts = args.map((arg) => this.typed(arg, 'def'));
    return this.#invocation(node, target.run, 'def', (self, frame) =>
      callDynamic(
        self,
        name,
        parts.map((part) => part(frame)),
      ),
    );
  }

  #arguments(args: readonly Expression[], parameters: readonly Type[]): (frame: Frame) => Value[] {
    const parts = args.map((arg, i) => this.typed(arg, parameters[i], { internal: true }));
    return (frame) => parts.map((part) => part(frame));
  }

  #staticCall(owner: string, node: Expression & { readonly kind: 'call' }): Typed {
    const { name, args, offset } = node;
    const method = whitelist.class(owner)?.statics.get(`${name}/${args.length}`);
    if (method === undefined)
      throw this.error(offset, `static method [${owner}, ${name}/${args.length}] not found`);
    const call = staticMethod(owner, name);
    if (call === null) throw this.error(offset, `Rockpool does not emulate [${owner}.${name}]`);
    const values = this.#arguments(args, method.parameters);
    const run = this.place.weighed(offset, (frame) =>
      conform(method.returns, call(values(frame), frame.globals)),
    );
    return { type: method.returns, offset, run };
  }

  #new(node: Expression & { readonly kind: 'new' }): Typed {
    const { args, offset } = node;
    const type = this.type(node.type, offset);
    const parameters = whitelist.class(type)?.constructors.get(args.length);
    const create = staticClasses[shortOf(type)]?.create;
    if (parameters === undefined)
      throw this.error(offset, `constructor [${type}, <init>/${args.length}] not found`);
    if (create === undefined) throw this.error(offset, `Rockpool does not emulate [new ${type}]`);
    const values = this.#arguments(args, parameters);
    return { type, offset, run: this.place.weighed(offset, (frame) => create(values(frame), frame.globals)) };
  }

  #newArray({ type: written, items, sizes, offset }: Expression & { readonly kind: 'newArray' }): Typed {
    const type = this.type(written, offset);
    const element = type.slice(0, -2);
    if (items !== null) {
      const parts = items.map((item) => this.typed(item, element, { internal: true }));
      return {
        type,
        offset,
        run: (frame) =>
          JavaArray.typed(
            type,
            parts.map((part) => part(frame)),
          ),
      };
    }
    const counts = sizes.map((size) => this.typed(size, 'int', { internal: true }));
    const run = this.place.weighed(offset, (frame) =>
      newArray(
        type,
        counts.map((count) => count(frame) as number),
      ),
    );
    return { type, offset, run };
  }

  #function(name: string, args: readonly Expression[], offset: number): Typed {
    const own = this.functions.get(`${name}/${args.length}`);
    if (own !== undefined) {
      const step = this.place.stepper(offset);
      const values = this.#arguments(
        args,
        own.parameters.map(({ type }) => type),
      );
      const run = this.place.weighed(offset, (frame) =>
        callFunction(own.compiled as CompiledFunction, values(frame), frame, step),
      );
      return { type: own.returns, offset, run };
    }
    const method = this.names.functions.get(`${name}/${args.length}`);
    if (method === undefined)
      throw this.error(offset, `Unknown call [${name}] with [${args.length}] arguments.`);
    const values = this.#arguments(args, method.parameters);
    const run = this.place.guard(offset, (frame) =>
      conform(method.returns, frame.globals.functions[name](values(frame), frame.globals)),
    );
    return { type: method.returns, offset, run };
  }

  /** The functional interface that the call expects; for `def`, types are checked at run time. */
  #interface(target: Type | null, offset: number): Method | null {
    if (target === null || target === 'def') return null;
    const found = functionOf(target);
    if (found !== null) return found;
    throw this.error(offset, `Cannot pass lambda to [${target}], not a functional interface`);
  }

  #lambda(node: Expression & { readonly kind: 'lambda' }, target: Type | null): Typed {
    const { parameters, body, offset } = node;
    const wanted = this.#interface(target, offset);
    if (wanted !== null && wanted.parameters.length !== parameters.length)
      throw this.error(offset, `Incorrect number of parameters for [${wanted.name}] in [${target}]`);
    const returns = wanted === null || wanted.returns === 'void' ? 'def' : wanted.returns;
    const run = this.inScope(() => {
      const slots = parameters.map(({ type, name }, i) => {
        const given = type === null ? (wanted?.parameters[i] ?? 'def') : this.type(type, offset);
        const slot = this.define(name, given, offset);
        const convert = castBetween(wanted?.parameters[i] ?? 'def', given, { internal: true });
        return { slot, convert: (value: Value) => conform(given, convert === null ? value : convert(value)) };
      });
      const step = this.place.stepper(offset);
      const value = isStatement(body)
        ? this.body(body.kind === 'block' ? body.body : [body], returns, offset)
        : this.#lambdaValue(body, returns);
      return (frame: Frame): Lambda =>
        (...args) => {
          slots.forEach(({ slot, convert }, i) => {
            frame.slots[slot] = convert(args[i] ?? null);
          });
          step(frame);
          return value(frame);
        };
    });
    return { type: target ?? 'def', offset, run };
  }

  #lambdaValue(body: Expression, returns: Type): Evaluate {
    const value = this.expression(body, returns);
    return value.type === 'void' ? value.run : this.cast(value, returns, { internal: true });
  }

  /** `Class::method`, `Class::new`, `this::function`: compiled to a lambda that calls it. */
  #reference(node: Expression & { readonly kind: 'reference' }, target: Type | null): Typed {
    const { name, offset } = node;
    const owner = (node.owner as Expression & { readonly kind: 'name' }).name;
    const wanted = this.#interface(target, offset);
    const type = target ?? 'def';
    const returns = wanted === null || wanted.returns === 'void' ? 'def' : wanted.returns;
    const finish = castBetween('def', returns, { internal: true }) ?? ((value: Value) => value);
    const call =
      owner === 'this'
        ? this.#ownReference(name, wanted, offset)
        : this.#memberReference(owner, name, wanted, offset);
    return {
      type,
      offset,
      run:
        (frame) =>
        (...args) =>
          finish(call(frame, args)),
    };
  }

  #ownReference(
    name: string,
    wanted: Method | null,
    offset: number,
  ): (frame: Frame, args: readonly Value[]) => Value {
    const own = this.#functionNamed(name, wanted?.parameters.length ?? null);
    if (own === undefined)
      throw this.error(offset, `function reference [this::${name}] matching [${wanted?.name}] not found`);
    const step = this.place.stepper(offset);
    const converts = own.parameters.map(({ type }) => castBetween('def', type, { internal: true }));
    return (frame, args) =>
      callFunction(
        own.compiled as CompiledFunction,
        converts.map((convert, i) => (convert === null ? args[i] : convert(args[i]))),
        frame,
        step,
      );
  }

  #functionNamed(name: string, arity: number | null): OwnFunction | undefined {
    if (arity !== null) return this.functions.get(`${name}/${arity}`);
    return [...this.functions].find(([key]) => key.startsWith(`${name}/`))?.[1];
  }

  #memberReference(
    owner: string,
    name: string,
    wanted: Method | null,
    offset: number,
  ): (frame: Frame, args: readonly Value[]) => Value {
    if (this.scopes.find(owner) !== null) {
      const { run } = this.variable(owner, offset);
      return (frame, args) => callDynamic(run(frame), name, args);
    }
    const type = this.type(owner, offset);
    if (name === 'new') return this.#constructorReference(type);
    const found = whitelist.class(type);
    const call = staticMethod(type, name);
    const arity = wanted?.parameters.length;
    const known =
      arity === undefined ||
      found?.statics.has(`${name}/${arity}`) ||
      found?.methods.has(`${name}/${arity - 1}`);
    if (!known)
      throw this.error(
        offset,
        `function reference [${owner}::${name}/${arity}] matching [${wanted?.name}] not found`,
      );
    return (frame, args) => {
      const method = found?.statics.get(`${name}/${args.length}`);
      if (method === undefined || call === null) return callDynamic(args[0] ?? null, name, args.slice(1));
      return conform(method.returns, call(converted(args, method.parameters), frame.globals));
    };
  }

  #constructorReference(type: Type): (frame: Frame, args: readonly Value[]) => Value {
    if (type.endsWith('[]')) return (_frame, [size]) => newArray(type, [Number(size)]);
    const create = staticClasses[shortOf(type)]?.create;
    return (frame, args) => {
      if (create === undefined)
        throw new PainlessFailure('illegal_argument_exception', `Rockpool does not emulate [new ${type}]`);
      return create(args, frame.globals);
    };
  }
}

function shortOf(type: Type): string {
  return type.replace(/^(?:[a-z]\w*\.)+/, '');
}

/** Finds a static method, also in interfaces and superclasses. */
function staticMethod(owner: string, name: string) {
  const methods = staticClasses[shortOf(owner)]?.methods;
  return methods && Object.hasOwn(methods, name) ? methods[name] : null;
}

function converted(args: readonly Value[], parameters: readonly Type[]): Value[] {
  return args.map((arg, i) => {
    const convert = castBetween('def', parameters[i], { internal: true });
    return convert === null ? arg : convert(arg);
  });
}

/** `x.name(args)` for a `def`: casts arguments to the parameter types of the method. */
export function callDynamic(self: Value, name: string, args: readonly Value[]): Value {
  const className = self === null ? null : classOf(self);
  const method = className === null ? null : methodOf(className, name, args.length);
  if (method === null) {
    if (className !== null && whitelist.class(className) !== null) {
      throw new PainlessFailure(
        'illegal_argument_exception',
        `dynamic method [${className}, ${name}/${args.length}] not found`,
      );
    }
    return callMember(self, name, args);
  }
  return conform(method.returns, callMember(self, name, converted(args, method.parameters)));
}

/** The class for method lookup; `null` for functions and arrays. */
function classOf(self: Value): Type | null {
  const name = typeName(self);
  return whitelist.class(name) === null ? null : name;
}

/** The initial value of a variable of this type. */
export function initialOf(type: Type): Value {
  switch (type) {
    case 'boolean':
      return false;
    case 'int':
      return 0;
    case 'long':
      return 0n;
    case 'double':
      return new Double(0);
    case 'byte':
    case 'short':
    case 'char':
    case 'float':
      return new Narrow(type as NarrowKind, 0);
    default:
      return null;
  }
}

function newArray(type: Type, [size, ...rest]: readonly number[]): Value {
  if (size < 0) throw new PainlessFailure('negative_array_size_exception', String(size));
  if (size > limits.scriptSteps.value) throw new PainlessFailure('out_of_memory_error', 'Java heap space');
  const element = type.slice(0, -2);
  const items = Array.from({ length: size }, () =>
    rest.length === 0 ? initialOf(element) : newArray(element, rest),
  );
  return JavaArray.typed(type, items);
}

const STATEMENTS = new Set(
  'expression declare block if while for forEach return break continue throw try'.split(' '),
);

function isStatement(node: Expression | Statement): node is Statement {
  return STATEMENTS.has(node.kind);
}
