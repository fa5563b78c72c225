import { limits, unreachable } from '../../common/index.ts';
import type { Expression, Program, Statement } from './ast.ts';
import { staticClasses } from './classes.ts';
import { compileError, PainlessFailure } from './errors.ts';
import type { Evaluate, Execute, Frame, Globals } from './frame.ts';
import { BREAK, CONTINUE } from './frame.ts';
import { forEachLoop, forLoop, itemsOf, whileLoop } from './loops.ts';
import { callMember, readIndex, readMember, writeIndex } from './members.ts';
import { applyBinary, applyUnary, castTo, isInstance } from './operators.ts';
import { Place } from './place.ts';
import { asBoolean, asInteger, asText, Double, type Lambda, type Value } from './values.ts';

export interface CompiledProgram {
  /** Throws script_exception (runtime error) with the place in the script. */
  run(globals: Globals): Value;
}

/** Names that a context defines: anything else is `cannot resolve symbol` at compile time. */
export interface ScopeNames {
  readonly variables: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

export function compileProgram(program: Program, names: ScopeNames): CompiledProgram {
  const compiler = new Compiler(program.source, names);
  const body = compiler.program(program.body);
  const { slotCount } = compiler;
  return {
    run: (globals) => {
      const { budget } = globals;
      const given = Math.min(limits.scriptSteps.value, budget.steps);
      const frame = { slots: new Array<Value>(slotCount).fill(null), globals, steps: given };
      const value = body(frame);
      budget.steps -= given - frame.steps;
      return value;
    },
  };
}

class Compiler {
  readonly #source: string;
  readonly #names: ScopeNames;
  readonly #place: Place;
  #scopes: Map<string, number>[] = [new Map()];
  slotCount = 0;

  constructor(source: string, names: ScopeNames) {
    this.#source = source;
    this.#names = names;
    this.#place = new Place(source);
  }

  /** The last expression of a script is its value, as `return` would make it. */
  program(body: readonly Statement[]): Evaluate {
    const last = body.at(-1);
    const implicit = last?.kind === 'expression' ? last.expression : null;
    const statements = (implicit === null ? body : body.slice(0, -1)).map((statement) =>
      this.#statement(statement),
    );
    const result = implicit === null ? null : this.#expression(implicit);
    return (frame) => {
      for (const statement of statements) {
        const signal = statement(frame);
        if (typeof signal === 'object') return signal.value;
      }
      return result === null ? null : result(frame);
    };
  }

  #statement(node: Statement): Execute {
    switch (node.kind) {
      case 'expression': {
        const value = this.#expression(node.expression);
        return (frame) => void value(frame);
      }
      case 'declare':
        return this.#declare(node);
      case 'block':
        return this.#block(node.body);
      case 'if':
        return this.#if(node);
      case 'while':
        return this.#while(node);
      case 'for':
        return this.#inScope(() => this.#for(node));
      case 'forEach':
        return this.#inScope(() => this.#forEach(node));
      case 'return': {
        const value = node.value === null ? null : this.#expression(node.value);
        return (frame) => ({ value: value === null ? null : value(frame) });
      }
      case 'break':
        return () => BREAK;
      case 'continue':
        return () => CONTINUE;
      case 'throw': {
        const value = this.#expression(node.value);
        return this.#place.guard(node.offset, (frame) => {
          throw new PainlessFailure('runtime_exception', asText(value(frame)));
        }) as unknown as Execute;
      }
      default:
        throw unreachable(node);
    }
  }

  #declare(node: Statement & { readonly kind: 'declare' }): Execute {
    const parts = node.variables.map(({ name, value }) => {
      const initial = value === null ? null : this.#expression(value);
      return { slot: this.#define(name, node.offset), initial };
    });
    const { type } = node;
    return (frame) => {
      for (const { slot, initial } of parts)
        frame.slots[slot] = initial === null ? null : castTo(type, initial(frame));
      return undefined;
    };
  }

  #block(body: readonly Statement[]): Execute {
    return this.#inScope(() => {
      const statements = body.map((statement) => this.#statement(statement));
      return (frame) => {
        for (const statement of statements) {
          const signal = statement(frame);
          if (signal !== undefined) return signal;
        }
        return undefined;
      };
    });
  }

  #if(node: Statement & { readonly kind: 'if' }): Execute {
    const condition = this.#condition(node.condition);
    const then = this.#inScope(() => this.#tail(node.then));
    const otherwise =
      node.otherwise === null ? null : this.#inScope(() => this.#tail(node.otherwise as Statement));
    return (frame) => {
      if (condition(frame)) return then(frame);
      return otherwise === null ? undefined : otherwise(frame);
    };
  }

  /** A branch whose only content is a bare value (`if (c) {'a'} else {'b'}`) is the script's value. */
  #tail(node: Statement): Execute {
    const only = node.kind === 'block' && node.body.length === 1 ? node.body[0] : node;
    if (only.kind === 'expression' && isBareValue(only.expression)) {
      const value = this.#expression(only.expression);
      return (frame) => ({ value: value(frame) });
    }
    return this.#statement(node);
  }

  #while(node: Statement & { readonly kind: 'while' }): Execute {
    const { testFirst, offset } = node;
    const step = this.#place.stepper(offset);
    return whileLoop({
      condition: this.#condition(node.condition),
      body: this.#statement(node.body),
      testFirst,
      step,
    });
  }

  #for(node: Statement & { readonly kind: 'for' }): Execute {
    return forLoop({
      init: node.init === null ? null : this.#statement(node.init),
      condition: node.condition === null ? null : this.#condition(node.condition),
      update: node.update === null ? null : this.#expression(node.update),
      body: this.#statement(node.body),
      step: this.#place.stepper(node.offset),
    });
  }

  #forEach(node: Statement & { readonly kind: 'forEach' }): Execute {
    const iterable = this.#expression(node.iterable);
    const slot = this.#define(node.variable, node.offset);
    const items = this.#place.guard(node.offset, (frame) => itemsOf(iterable(frame)));
    return forEachLoop({
      items,
      slot,
      body: this.#statement(node.body),
      step: this.#place.stepper(node.offset),
    });
  }

  #condition(node: Expression): (frame: Frame) => boolean {
    const value = this.#expression(node);
    return (frame) => {
      const result = value(frame);
      return typeof result === 'boolean' ? result : this.#place.run(node.offset, () => asBoolean(result));
    };
  }

  #expression(node: Expression): Evaluate {
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
        const left = this.#expression(node.left);
        const right = this.#expression(node.right);
        return (frame) => left(frame) ?? right(frame);
      }
      case 'assign':
        return this.#assign(node);
      case 'step':
        return this.#increment(node);
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
        const left = this.#expression(node.left);
        const right = this.#expression(node.right);
        const { operator } = node;
        return this.#place.weighed(node.offset, (frame) => applyBinary(operator, left(frame), right(frame)));
      }
      case 'unary': {
        const operand = this.#expression(node.operand);
        return this.#place.guard(node.offset, (frame) => applyUnary(node.operator, operand(frame)));
      }
      case 'instanceof': {
        const operand = this.#expression(node.operand);
        return (frame) => isInstance(operand(frame), node.type);
      }
      case 'cast': {
        const operand = this.#expression(node.operand);
        return this.#place.guard(node.offset, (frame) => castTo(node.type, operand(frame)));
      }
      case 'member':
        return this.#member(node);
      case 'index': {
        const target = this.#expression(node.target);
        const index = this.#expression(node.index);
        return this.#place.guard(node.offset, (frame) => readIndex(target(frame), index(frame)));
      }
      case 'newArray': {
        if (node.items !== null) return this.#list(node.items);
        const size = this.#expression(node.size as Expression);
        return this.#place.weighed(node.offset, (frame) => newArray(asInteger(size(frame))));
      }
      default:
        throw unreachable(node);
    }
  }

  #name(name: string, offset: number): Evaluate {
    const slot = this.#find(name);
    if (slot !== null) return (frame) => frame.slots[slot];
    if (!this.#names.variables.has(name))
      throw compileError(this.#source, offset, `cannot resolve symbol [${name}]`);
    return this.#place.guard(offset, (frame) => frame.globals.variables[name]());
  }

  #member(node: Expression & { readonly kind: 'member' }): Evaluate {
    const constant = this.#constant(node);
    if (constant !== undefined) return () => constant;
    const target = this.#expression(node.target);
    const { name, nullSafe } = node;
    return this.#place.guard(node.offset, (frame) => {
      const value = target(frame);
      return value === null && nullSafe ? null : readMember(value, name);
    });
  }

  #constant(node: Expression & { readonly kind: 'member' }): Value | undefined {
    const className = this.#className(node.target);
    if (className === null) return undefined;
    const constants = staticClasses[className].constants ?? {};
    if (!Object.hasOwn(constants, node.name)) {
      throw compileError(this.#source, node.offset, `static field [${className}, ${node.name}] not found`);
    }
    return constants[node.name];
  }

  #className(node: Expression | null): string | null {
    if (node?.kind === 'member')
      return this.#className({ kind: 'name', name: node.name, offset: node.offset });
    if (node?.kind !== 'name' || this.#find(node.name) !== null) return null;
    return Object.hasOwn(staticClasses, node.name) ? node.name : null;
  }

  #invoke(node: Expression & { readonly kind: 'call' | 'new' }): Evaluate {
    const args = node.args.map((arg) => this.#expression(arg));
    const values = (frame: Frame): Value[] => args.map((arg) => arg(frame));
    if (node.kind === 'new') {
      const create = Object.hasOwn(staticClasses, node.type) ? staticClasses[node.type].create : undefined;
      if (!create)
        throw compileError(
          this.#source,
          node.offset,
          `constructor [${node.type}, <init>/${args.length}] not found`,
        );
      return this.#place.weighed(node.offset, (frame) => create(values(frame), frame.globals));
    }
    const { name, nullSafe } = node;
    if (node.target === null) return this.#function(name, node.offset, values, args.length);
    const className = this.#className(node.target);
    if (className !== null) {
      const methods = staticClasses[className].methods ?? {};
      if (!Object.hasOwn(methods, name))
        throw compileError(
          this.#source,
          node.offset,
          `static method [${className}, ${name}/${args.length}] not found`,
        );
      return this.#place.weighed(node.offset, (frame) => methods[name](values(frame), frame.globals));
    }
    const target = this.#expression(node.target);
    return this.#place.weighed(node.offset, (frame) => {
      const self = target(frame);
      if (self === null && nullSafe) return null;
      const callable = self instanceof Map ? self.get(name) : undefined;
      return typeof callable === 'function'
        ? callable(...values(frame))
        : callMember(self, name, values(frame));
    });
  }

  #function(name: string, offset: number, values: (frame: Frame) => Value[], arity: number): Evaluate {
    if (!this.#names.functions.has(name)) {
      throw compileError(this.#source, offset, `Unknown call [${name}] with [${arity}] arguments.`);
    }
    return this.#place.guard(offset, (frame) => frame.globals.functions[name](values(frame)));
  }

  #list(items: readonly Expression[]): Evaluate {
    const parts = items.map((item) => this.#expression(item));
    return (frame) => parts.map((part) => part(frame));
  }

  #map(entries: readonly (readonly [Expression, Expression])[]): Evaluate {
    const parts = entries.map(([key, value]) => [this.#expression(key), this.#expression(value)] as const);
    return (frame) => new Map(parts.map(([key, value]) => [asText(key(frame)), value(frame)]));
  }

  #conditional(node: Expression & { readonly kind: 'conditional' }): Evaluate {
    const condition = this.#condition(node.condition);
    const then = this.#expression(node.then);
    const otherwise = this.#expression(node.otherwise);
    return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
  }

  #logical(node: Expression & { readonly kind: 'and' | 'or' }): Evaluate {
    const left = this.#condition(node.left);
    const right = this.#condition(node.right);
    return node.kind === 'and'
      ? (frame) => left(frame) && right(frame)
      : (frame) => left(frame) || right(frame);
  }

  #assign(node: Expression & { readonly kind: 'assign' }): Evaluate {
    const value = this.#expression(node.value);
    const write = this.#writer(node.target);
    if (node.operator === '=') {
      return this.#place.guard(node.offset, (frame) => {
        const result = value(frame);
        write(frame, result);
        return result;
      });
    }
    const read = this.#expression(node.target);
    const operator = node.operator.slice(0, -1) as '+';
    return this.#place.weighed(node.offset, (frame) => {
      const result = applyBinary(operator, read(frame), value(frame));
      write(frame, result);
      return result;
    });
  }

  #increment(node: Expression & { readonly kind: 'step' }): Evaluate {
    const read = this.#expression(node.target);
    const write = this.#writer(node.target);
    return this.#place.guard(node.offset, (frame) => {
      const before = read(frame);
      const after = applyBinary('+', before, node.by);
      write(frame, after);
      return node.prefix ? after : before;
    });
  }

  #writer(target: Expression): (frame: Frame, value: Value) => void {
    if (target.kind === 'name') {
      const slot = this.#find(target.name);
      if (slot === null)
        throw compileError(this.#source, target.offset, `cannot resolve symbol [${target.name}]`);
      return (frame, value) => {
        frame.slots[slot] = value;
      };
    }
    if (target.kind === 'member') {
      const self = this.#expression(target.target);
      return (frame, value) => writeIndex(self(frame), target.name, value);
    }
    if (target.kind === 'index') {
      const self = this.#expression(target.target);
      const index = this.#expression(target.index);
      return (frame, value) => writeIndex(self(frame), index(frame), value);
    }
    throw compileError(
      this.#source,
      target.offset,
      'invalid assignment: cannot assign a value to this expression',
    );
  }

  #lambda(node: Expression & { readonly kind: 'lambda' }): Evaluate {
    return this.#inScope(() => {
      const slots = node.parameters.map((name) => this.#define(name, node.offset));
      const { body } = node;
      const step = this.#place.stepper(node.offset);
      const run = isStatement(body) ? this.program([body]) : this.#expression(body);
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

  #inScope<T>(compile: () => T): T {
    this.#scopes.push(new Map());
    const result = compile();
    this.#scopes.pop();
    return result;
  }

  #define(name: string, offset: number): number {
    const scope = this.#scopes[this.#scopes.length - 1];
    if (this.#find(name) !== null)
      throw compileError(this.#source, offset, `variable [${name}] is already defined`);
    scope.set(name, this.slotCount);
    return this.slotCount++;
  }

  #find(name: string): number | null {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const slot = this.#scopes[i].get(name);
      if (slot !== undefined) return slot;
    }
    return null;
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

function isBareValue(node: Expression): boolean {
  return node.kind !== 'assign' && node.kind !== 'call' && node.kind !== 'step';
}
