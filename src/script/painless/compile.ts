import { limits, unreachable } from '../../common/index.ts';
import type { Expression, FunctionNode, Program, Statement } from './ast.ts';
import { CallCompiler, initialOf } from './callCompiler.ts';
import { castBetween } from './casts.ts';
import { catches, caught, failureOf } from './exceptions.ts';
import type { Evaluate, Execute, Globals } from './frame.ts';
import { BREAK, CONTINUE } from './frame.ts';
import { lastPlace } from './lastPlace.ts';
import { forEachLoop, forLoop, itemsOf, whileLoop } from './loops.ts';
import { Scopes } from './scopes.ts';
import type { ScopeNames } from './typedCompiler.ts';
import { isArray, isPrimitive, isSubclass, type Type, whitelist } from './types.ts';
import { unusedResult } from './unused.ts';
import type { Value } from './values.ts';

export interface CompiledProgram {
  /** Throws script_exception (runtime error) with the position in the script. */
  run(globals: Globals): Value;
}

export function compileProgram(program: Program, names: ScopeNames): CompiledProgram {
  const compiler = new Compiler(program.source, names);
  compiler.declare(program.functions);
  const body = compiler.main(program.body);
  const { slotCount } = compiler;
  return {
    run: (globals) => {
      const given = Math.min(limits.scriptSteps.value, globals.budget.steps);
      const budget = { steps: given };
      const value = body({ slots: new Array<Value>(slotCount).fill(null), globals, budget });
      globals.budget.steps -= given - budget.steps;
      return value;
    },
  };
}

/** The surroundings of a statement: what the result of the last one means, and whether `break` is allowed. */
interface Surroundings {
  readonly returns: Type;
  /** The value of this statement is the result of the script. */
  readonly last: boolean;
  readonly inLoop: boolean;
  readonly lastInLoop: boolean;
}

/** A compiled statement, and whether the code after it is reachable. */
interface Flow {
  readonly run: Execute;
  /** For a statement that only returns a value: that value, not wrapped in a signal. */
  readonly result?: Evaluate;
  /** Always exits the function, loop or block. */
  readonly leavesFunction: boolean;
  readonly leavesLoop: boolean;
  readonly leaves: boolean;
  readonly hasBreak: boolean;
  readonly hasContinue: boolean;
}

const GOES_ON = {
  leavesFunction: false,
  leavesLoop: false,
  leaves: false,
  hasBreak: false,
  hasContinue: false,
};
const LEAVES = { ...GOES_ON, leavesFunction: true, leavesLoop: true, leaves: true };

class Compiler extends CallCompiler {
  get slotCount(): number {
    return this.scopes.size;
  }

  /** Declares all functions before compiling them, because they may call each other. */
  declare(functions: readonly FunctionNode[]): void {
    for (const { name, parameters, type, offset } of functions) {
      const key = `${name}/${parameters.length}`;
      if (this.functions.has(key)) throw this.error(offset, `Illegal duplicate functions [${key}].`);
      this.functions.set(key, {
        parameters: parameters.map((parameter) => ({
          name: parameter.name,
          type: this.type(parameter.type, offset),
        })),
        returns: this.type(type, offset),
        compiled: null,
      });
    }
    for (const node of functions) this.#declareOne(node);
  }

  #declareOne({ name, parameters, body: statements, offset }: FunctionNode): void {
    const own = this.functions.get(`${name}/${parameters.length}`);
    if (own === undefined) return;
    const what = `function [${name}] with [${parameters.length}] parameters`;
    if (statements.length === 0)
      throw this.error(offset, `invalid function definition: found no statements for ${what}`);
    const outer = this.scopes;
    this.scopes = new Scopes();
    const slots = own.parameters.map((parameter) => this.define(parameter.name, parameter.type, offset));
    const { run, complete } = this.#function(statements, own.returns);
    if (!complete && own.returns !== 'void') {
      throw this.error(
        offset,
        `invalid function definition: not all paths provide a return value for ${what}`,
      );
    }
    own.compiled = { slots, slotCount: this.scopes.size, body: run };
    this.scopes = outer;
  }

  main(statements: readonly Statement[]): Evaluate {
    return this.#function(statements, this.names.returns).run;
  }

  protected override body(statements: readonly Statement[], returns: Type, offset: number): Evaluate {
    if (statements.length === 0) throw this.error(offset, 'null', 'null_pointer_exception');
    return this.#function(statements, returns).run;
  }

  #function(statements: readonly Statement[], returns: Type): { run: Evaluate; complete: boolean } {
    const flow = this.#sequence(statements, { returns, last: true, inLoop: false, lastInLoop: false });
    if (flow.result !== undefined) return { run: flow.result, complete: true };
    const otherwise = initialOf(returns);
    const run: Evaluate = (frame) => {
      const signal = flow.run(frame);
      return typeof signal === 'object' ? signal.value : otherwise;
    };
    return { run, complete: flow.leavesFunction };
  }

  #sequence(statements: readonly Statement[], around: Surroundings): Flow {
    let flow: Omit<Flow, 'run'> = GOES_ON;
    const runs: Execute[] = [];
    statements.forEach((node, i) => {
      if (flow.leaves) throw this.error(node.offset, 'invalid block: unreachable statement');
      const isLast = i === statements.length - 1;
      const next = this.#statement(node, {
        ...around,
        last: around.last && isLast,
        lastInLoop: around.lastInLoop && isLast,
      });
      flow = {
        ...next,
        hasBreak: flow.hasBreak || next.hasBreak,
        hasContinue: flow.hasContinue || next.hasContinue,
      };
      runs.push(next.run);
    });
    const [only] = runs;
    if (runs.length === 1) return { ...flow, run: only };
    const run: Execute = (frame) => {
      for (const each of runs) {
        const signal = each(frame);
        if (signal !== undefined) return signal;
      }
      return undefined;
    };
    return { ...flow, result: undefined, run };
  }

  #statement(node: Statement, around: Surroundings): Flow {
    const { place } = this;
    if (node.kind === 'declare') for (const { offset } of node.variables) place.statement(offset);
    else if (node.kind !== 'block') place.statement(node.offset);
    switch (node.kind) {
      case 'expression':
        return this.#expression(node, around);
      case 'declare':
        return this.#declare(node);
      case 'block':
        return this.inScope(() => this.#sequence(node.body, around));
      case 'if':
        return this.#if(node, around);
      case 'while':
        return this.inScope(() => this.#while(node, around));
      case 'for':
        return this.inScope(() => this.#for(node, around));
      case 'forEach':
        return this.inScope(() => this.#forEach(node, around));
      case 'return':
        return this.#return(node, around);
      case 'break':
        if (!around.inLoop) throw this.error(node.offset, 'invalid break statement: not inside loop');
        return { ...GOES_ON, leavesLoop: true, leaves: true, hasBreak: true, run: () => BREAK };
      case 'continue':
        if (!around.inLoop) throw this.error(node.offset, 'invalid continue statement: not inside loop');
        if (around.lastInLoop) throw this.error(node.offset, 'extraneous continue statement');
        return { ...GOES_ON, leaves: true, hasContinue: true, run: () => CONTINUE };
      case 'throw': {
        const { offset } = node.value;
        const value = this.typed(node.value, 'java.lang.Exception');
        const run = this.place.guard(offset, (frame) => {
          throw failureOf(value(frame));
        }) as unknown as Execute;
        return { ...LEAVES, run };
      }
      case 'try':
        return this.#try(node, around);
      default:
        throw unreachable(node);
    }
  }

  #expression({ expression }: Statement & { readonly kind: 'expression' }, around: Surroundings): Flow {
    const isValue = around.last && around.returns !== 'void';
    if (!isValue) this.#checkStatement(expression);
    const value = this.expression(expression);
    if (!isValue || value.type === 'void') {
      const { run } = value;
      return { ...GOES_ON, run: (frame) => void run(frame) };
    }
    const run = this.cast(value, around.returns, { internal: true });
    return { ...LEAVES, result: run, run: (frame) => ({ value: run(frame) }) };
  }

  /** Throws for an expression without effect, and for an unknown name. */
  #checkStatement(expression: Expression): void {
    if (expression.kind === 'name') this.known(expression);
    const unused = unusedResult(expression);
    if (unused !== null) throw this.error(unused.offset, `not a statement: ${unused.words}`);
  }

  #return({ value, offset }: Statement & { readonly kind: 'return' }, { returns }: Surroundings): Flow {
    if (value === null) {
      if (returns !== 'void')
        throw this.error(offset, `cannot cast from [${returns}] to [void]`, 'class_cast_exception');
      return { ...LEAVES, run: () => ({ value: null }) };
    }
    const run = this.typed(value, returns, { internal: true });
    return { ...LEAVES, result: run, run: (frame) => ({ value: run(frame) }) };
  }

  #try(node: Statement & { readonly kind: 'try' }, around: Surroundings): Flow {
    const inner = { ...around, lastInLoop: false };
    const body = this.#statement(node.body, inner);
    const handlers = node.catches.map(({ type: written, name, body: handler }) =>
      this.inScope(() => {
        const type = this.type(written, node.offset);
        if (!isSubclass(type, 'java.lang.Exception')) {
          const reason = `Cannot cast from [${type}] to [java.lang.Exception].`;
          throw this.error(node.offset, reason, 'class_cast_exception');
        }
        const slot = this.define(name, type, node.offset);
        return { type, slot, flow: this.#statement(handler, inner) };
      }),
    );
    const run: Execute = (frame) => {
      try {
        return body.run(frame);
      } catch (error) {
        const exception = caught(error);
        const handler = exception && handlers.find(({ type }) => catches(type, exception));
        if (!handler) throw error;
        frame.slots[handler.slot] = exception;
        return handler.flow.run(frame);
      }
    };
    return { ...joined([body, ...handlers.map(({ flow }) => flow)]), run };
  }

  #declare(node: Statement & { readonly kind: 'declare' }): Flow {
    const type = whitelist.resolve(node.type);
    if (type === null) {
      const reason = `invalid declaration: cannot resolve type [${node.type}]`;
      throw this.error(node.variables[0].offset, reason);
    }
    const parts = node.variables.map(({ name, value, offset }) => {
      const initial = value === null ? null : this.typed(value, type);
      const otherwise = initialOf(type);
      return { slot: this.define(name, type, offset), initial: initial ?? (() => otherwise) };
    });
    const run: Execute = (frame) => {
      for (const { slot, initial } of parts) frame.slots[slot] = initial(frame);
      return undefined;
    };
    return { ...GOES_ON, run };
  }

  #if(node: Statement & { readonly kind: 'if' }, around: Surroundings): Flow {
    if (decided(node.condition) !== null) throw this.error(node.offset, 'extraneous if block');
    const condition = this.condition(node.condition);
    const then = this.inScope(() => this.#statement(node.then, around));
    if (node.then.kind === 'block' && node.then.body.length === 0)
      throw this.error(node.offset, 'extraneous if block');
    const { otherwise: other } = node;
    if (other === null) {
      const run: Execute = (frame) => (condition(frame) ? then.run(frame) : undefined);
      return { ...GOES_ON, hasBreak: then.hasBreak, hasContinue: then.hasContinue, run };
    }
    if (other.kind === 'block' && other.body.length === 0)
      throw this.error(node.offset, 'extraneous else block.');
    const otherwise = this.inScope(() => this.#statement(other, around));
    const run: Execute = (frame) => (condition(frame) ? then.run(frame) : otherwise.run(frame));
    return { ...joined([then, otherwise]), run };
  }

  #loopBody(body: Statement, around: Surroundings, what: string, offset: number): Flow {
    const flow = this.#statement(body, { ...around, last: false, inLoop: true, lastInLoop: true });
    if (flow.leavesLoop && !flow.hasContinue) throw this.error(offset, `extraneous ${what} loop`);
    return flow;
  }

  #while(node: Statement & { readonly kind: 'while' }, around: Surroundings): Flow {
    const { testFirst, offset } = node;
    const what = testFirst ? 'while' : 'do-while';
    const always = decided(node.condition);
    const condition = this.condition(node.condition);
    if (always === false) throw this.error(offset, `extraneous ${what} loop`);
    const body = this.#loopBody(node.body, around, what, offset);
    const isEmpty = node.body.kind === 'block' && node.body.body.length === 0;
    if (isEmpty && always === true) throw this.error(offset, 'no paths escape from while loop');
    const run = whileLoop({ condition, body: body.run, testFirst, step: this.place.stepper(offset) });
    return { ...(always === true && !body.hasBreak ? LEAVES : GOES_ON), hasBreak: false, run };
  }

  #for(node: Statement & { readonly kind: 'for' }, around: Surroundings): Flow {
    const { offset } = node;
    const init = node.init === null ? null : this.#statement(node.init, { ...around, last: false }).run;
    const always = node.condition === null ? true : decided(node.condition);
    const condition = node.condition === null ? null : this.condition(node.condition);
    if (always === false) throw this.error(offset, 'extraneous for loop');
    if (node.update !== null) this.#checkStatement(node.update);
    const update = node.update === null ? null : this.expression(node.update).run;
    const body = this.#loopBody(node.body, around, 'for', offset);
    const run = forLoop({ init, condition, update, body: body.run, step: this.place.stepper(offset) });
    return { ...(always === true && !body.hasBreak ? LEAVES : GOES_ON), hasBreak: false, run };
  }

  #forEach(node: Statement & { readonly kind: 'forEach' }, around: Surroundings): Flow {
    const { offset } = node;
    const iterable = this.expression(node.iterable);
    const type = this.type(node.type, offset);
    const from = iterable.type;
    const isIterable = from === 'def' || isArray(from) || isSubclass(from, 'java.lang.Iterable');
    if (!isIterable)
      throw this.error(
        offset,
        isPrimitive(from)
          ? 'extraneous foreach loop'
          : `invalid foreach loop: cannot iterate over type [${from}].`,
      );
    const slot = this.define(node.variable, type, offset);
    const item = isArray(from) ? from.slice(0, -2) : 'def';
    const convert = castBetween(item, type, { explicit: true });
    if (convert === null)
      throw this.error(offset, `Cannot cast from [${item}] to [${type}].`, 'class_cast_exception');
    const isEmpty = node.body.kind === 'block' && node.body.body.length === 0;
    if (isEmpty) throw this.error(offset, 'extraneous foreach loop');
    const items = this.place.guard(lastPlace(node.iterable) ?? offset, (frame) =>
      itemsOf(iterable.run(frame)),
    );
    const assign = this.place.guard(offset, (frame) => {
      frame.slots[slot] = convert(frame.slots[slot]);
      return null;
    });
    const body = this.#loopBody(node.body, around, 'foreach', offset);
    const run: Execute =
      type === item || type === 'def'
        ? body.run
        : (frame) => {
            assign(frame);
            return body.run(frame);
          };
    return {
      ...GOES_ON,
      run: forEachLoop({ items, slot, body: run, step: this.place.stepper(offset) }),
    };
  }
}

/** The value of a literal condition; `null` for others. */
function decided(condition: Expression): boolean | null {
  return condition.kind === 'boolean' ? condition.value : null;
}

/** Combines branches, one of which is taken. */
function joined(flows: readonly Flow[]): Omit<Flow, 'run'> {
  return {
    leavesFunction: flows.every((flow) => flow.leavesFunction),
    leavesLoop: flows.every((flow) => flow.leavesLoop),
    leaves: flows.every((flow) => flow.leaves),
    hasBreak: flows.some((flow) => flow.hasBreak),
    hasContinue: flows.some((flow) => flow.hasContinue),
  };
}
