import type { Expression, Statement } from './ast.ts';
import { type CastKind, castBetween } from './casts.ts';
import { compileError } from './errors.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { OwnFunction } from './functions.ts';
import { Place } from './place.ts';
import { Scopes } from './scopes.ts';
import type { Method, Type } from './types.ts';
import { whitelist } from './types.ts';
import type { Value } from './values.ts';

/** An expression with its static type. */
export interface Typed {
  readonly type: Type;
  readonly run: Evaluate;
  readonly offset: number;
  /** The value of a constant expression. */
  readonly constant?: Value;
}

/** The names that a context provides. Any other name is a compile error, `cannot resolve symbol`. */
export interface ScopeNames {
  readonly variables: Readonly<Record<string, Type>>;
  /** By `name/arity`. */
  readonly functions: ReadonlyMap<string, Method>;
  /** The result type of the script; `void` for scripts with side effects only. */
  readonly returns: Type;
}

/** Shared by all parts of the compiler: scopes, casts and error positions. */
export abstract class TypedCompiler {
  protected readonly source: string;
  protected readonly names: ScopeNames;
  protected readonly place: Place;
  protected readonly functions = new Map<string, OwnFunction>();
  protected scopes = new Scopes();

  constructor(source: string, names: ScopeNames) {
    this.source = source;
    this.names = names;
    this.place = new Place(source);
  }

  /** `target`: the type expected by the context, if any. */
  protected abstract expression(node: Expression, target?: Type | null): Typed;

  /** Compiles statements that return a value of the type: the body of a function or lambda. */
  protected abstract body(statements: readonly Statement[], returns: Type, offset: number): Evaluate;

  protected typed(node: Expression, target: Type, kind: CastKind = {}): Evaluate {
    return this.cast(this.expression(node, target), target, kind);
  }

  protected condition(node: Expression): (frame: Frame) => boolean {
    return this.typed(node, 'boolean') as (frame: Frame) => boolean;
  }

  /** Throws a compile error for an invalid cast. */
  protected cast(value: Typed, target: Type, kind: CastKind = {}): Evaluate {
    const { type, run, offset } = value;
    if (type === target) return run;
    const convert = castBetween(type, target, kind);
    if (convert === null)
      throw this.error(offset, `Cannot cast from [${type}] to [${target}].`, 'class_cast_exception');
    if (value.constant !== undefined) {
      const constant = this.folded(offset, () => convert(value.constant as Value));
      return () => constant;
    }
    if (type !== 'def' && target === 'def') return run;
    return this.place.guard(offset, (frame) => convert(run(frame)));
  }

  /** Evaluates a constant expression; failures are compile errors. */
  protected folded<T>(offset: number, compute: () => T): T {
    return this.place.compiling(offset, compute);
  }

  protected type(written: string, offset: number): Type {
    const type = whitelist.resolve(written);
    if (type === null) throw this.error(offset, `Not a type [${written}].`);
    return type;
  }

  protected error(offset: number, reason: string, type?: Parameters<typeof compileError>[3]): Error {
    return compileError(this.source, offset, reason, type);
  }

  protected inScope<T>(compile: () => T): T {
    return this.scopes.within(compile);
  }

  protected define(name: string, type: Type, offset: number): number {
    const slot = this.scopes.define(name, type);
    if (slot !== null) return slot;
    throw this.error(offset, `variable [${name}] is already defined`);
  }
}
