import { limits, unreachable } from '../../common/index.ts';
import type { Expression, FunctionNode, Program, Statement } from './ast.ts';
import { catches, caught, failureOf } from './exceptions.ts';
import { ExpressionCompiler, type ScopeNames } from './expressions.ts';
import type { Evaluate, Execute, Globals } from './frame.ts';
import { BREAK, CONTINUE } from './frame.ts';
import { forEachLoop, forLoop, itemsOf, whileLoop } from './loops.ts';
import { castTo } from './operators.ts';
import { Scopes } from './scopes.ts';
import { Double, type Value } from './values.ts';

export interface CompiledProgram {
  /** Throws script_exception (runtime error) with the place in the script. */
  run(globals: Globals): Value;
}

export function compileProgram(program: Program, names: ScopeNames): CompiledProgram {
  const compiler = new Compiler(program.source, names);
  compiler.declare(program.functions);
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

class Compiler extends ExpressionCompiler {
  get slotCount(): number {
    return this.scopes.size;
  }

  /** Makes the script's functions known, then compiles them: they may call each other. */
  declare(functions: readonly FunctionNode[]): void {
    for (const { name, parameters } of functions) {
      this.functions.set(`${name}/${parameters.length}`, { arity: parameters.length, compiled: null });
    }
    for (const node of functions) {
      const outer = this.scopes;
      this.scopes = new Scopes();
      const parameters = node.parameters.map(({ name, type }) => ({
        slot: this.define(name, node.offset),
        type,
      }));
      const body = this.program(node.body);
      const compiled = { parameters, slotCount: this.scopes.size, body, type: node.type };
      const entry = this.functions.get(`${node.name}/${parameters.length}`);
      if (entry) entry.compiled = compiled;
      this.scopes = outer;
    }
  }

  /** The last expression of a script is its value, as `return` would make it. */
  program(body: readonly Statement[]): Evaluate {
    const last = body.at(-1);
    const implicit = last?.kind === 'expression' ? last.expression : null;
    const statements = (implicit === null ? body : body.slice(0, -1)).map((statement) =>
      this.#statement(statement),
    );
    const result = implicit === null ? null : this.expression(implicit);
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
        const value = this.expression(node.expression);
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
        return this.inScope(() => this.#for(node));
      case 'forEach':
        return this.inScope(() => this.#forEach(node));
      case 'return': {
        const value = node.value === null ? null : this.expression(node.value);
        return (frame) => ({ value: value === null ? null : value(frame) });
      }
      case 'break':
        return () => BREAK;
      case 'continue':
        return () => CONTINUE;
      case 'throw': {
        const value = this.expression(node.value);
        return this.place.guard(node.offset, (frame) => {
          throw failureOf(value(frame));
        }) as unknown as Execute;
      }
      case 'try':
        return this.#try(node);
      default:
        throw unreachable(node);
    }
  }

  #try(node: Statement & { readonly kind: 'try' }): Execute {
    const body = this.#statement(node.body);
    const handlers = node.catches.map(({ type, name, body: handler }) =>
      this.inScope(() => ({ type, slot: this.define(name, node.offset), run: this.#statement(handler) })),
    );
    return (frame) => {
      try {
        return body(frame);
      } catch (error) {
        const exception = caught(error);
        const handler = exception && handlers.find(({ type }) => catches(type, exception));
        if (!handler) throw error;
        frame.slots[handler.slot] = exception;
        return handler.run(frame);
      }
    };
  }

  #declare(node: Statement & { readonly kind: 'declare' }): Execute {
    const parts = node.variables.map(({ name, value }) => {
      const initial = value === null ? null : this.expression(value);
      return { slot: this.define(name, node.offset), initial };
    });
    const { type } = node;
    return (frame) => {
      for (const { slot, initial } of parts) {
        if (initial === null) frame.slots[slot] = initialValue(type);
        else {
          const value = initial(frame);
          frame.slots[slot] = this.place.run(node.offset, () => castTo(type, value));
        }
      }
      return undefined;
    };
  }

  #block(body: readonly Statement[]): Execute {
    return this.inScope(() => {
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
    const condition = this.condition(node.condition);
    const then = this.inScope(() => this.#tail(node.then));
    const otherwise =
      node.otherwise === null ? null : this.inScope(() => this.#tail(node.otherwise as Statement));
    return (frame) => {
      if (condition(frame)) return then(frame);
      return otherwise === null ? undefined : otherwise(frame);
    };
  }

  /** A branch whose only content is a bare value (`if (c) {'a'} else {'b'}`) is the script's value. */
  #tail(node: Statement): Execute {
    const only = node.kind === 'block' && node.body.length === 1 ? node.body[0] : node;
    if (only.kind === 'expression' && isBareValue(only.expression)) {
      const value = this.expression(only.expression);
      return (frame) => ({ value: value(frame) });
    }
    return this.#statement(node);
  }

  #while(node: Statement & { readonly kind: 'while' }): Execute {
    const { testFirst, offset } = node;
    const step = this.place.stepper(offset);
    return whileLoop({
      condition: this.condition(node.condition),
      body: this.#statement(node.body),
      testFirst,
      step,
    });
  }

  #for(node: Statement & { readonly kind: 'for' }): Execute {
    return forLoop({
      init: node.init === null ? null : this.#statement(node.init),
      condition: node.condition === null ? null : this.condition(node.condition),
      update: node.update === null ? null : this.expression(node.update),
      body: this.#statement(node.body),
      step: this.place.stepper(node.offset),
    });
  }

  #forEach(node: Statement & { readonly kind: 'forEach' }): Execute {
    const iterable = this.expression(node.iterable);
    const slot = this.define(node.variable, node.offset);
    const items = this.place.guard(node.offset, (frame) => itemsOf(iterable(frame)));
    return forEachLoop({
      items,
      slot,
      body: this.#statement(node.body),
      step: this.place.stepper(node.offset),
    });
  }
}

const NUMBERS = new Set(['byte', 'short', 'int', 'long', 'char']);

/** Primitives begin at zero, others at null. */
function initialValue(type: string): Value {
  if (NUMBERS.has(type)) return 0;
  if (type === 'double' || type === 'float') return new Double(0);
  return type === 'boolean' ? false : null;
}

function isBareValue(node: Expression): boolean {
  return node.kind !== 'assign' && node.kind !== 'call' && node.kind !== 'step';
}
