import type { AnchorKind, CharTest, RegexNode } from './nodes.ts';
import { RegexSyntaxError } from './nodes.ts';

/** One step of the matching machine; `next` and `other` are positions in the program. */
export type Instruction =
  | { readonly op: 'char'; readonly test: CharTest }
  | { readonly op: 'jump'; next: number }
  /** Tries `next` first; when that fails, `other`. */
  | { readonly op: 'split'; next: number; other: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'anchor'; readonly at: AnchorKind }
  | { readonly op: 'backreference'; readonly group: number; readonly ignoreCase: boolean }
  /** Fails if nothing was consumed since the matching `save` of the slot, which prevents endless loops. */
  | { readonly op: 'progress'; readonly slot: number }
  | { readonly op: 'look'; readonly behind: boolean; readonly negative: boolean; readonly body: Program }
  | { readonly op: 'atomic'; readonly body: Program }
  | { readonly op: 'match' };

export interface Program {
  readonly code: readonly Instruction[];
  /** Length of the shortest and the longest text that can match; `null` for unbounded. */
  readonly minLength: number;
  readonly maxLength: number | null;
}

export interface ProgramSet {
  readonly main: Program;
  /** Number of saved positions: two per group, one per loop. */
  readonly slots: number;
}

const MAX_INSTRUCTIONS = 50_000;

/** Compiles a syntax tree to instructions. Throws RegexSyntaxError if there would be too many. */
export function compileProgram(root: RegexNode, groupCount: number): ProgramSet {
  const compiler = new Compiler((groupCount + 1) * 2);
  return { main: compiler.program(root), slots: compiler.slots };
}

class Compiler {
  slots: number;
  #size = 0;
  #code: Instruction[] = [];

  constructor(slots: number) {
    this.slots = slots;
  }

  program(node: RegexNode): Program {
    const outer = this.#code;
    this.#code = [];
    this.#emit(node);
    this.#push({ op: 'match' });
    const code = this.#code;
    this.#code = outer;
    return { code, ...lengths(node) };
  }

  #push<I extends Instruction>(instruction: I): I {
    if (++this.#size > MAX_INSTRUCTIONS) throw new RegexSyntaxError('The expression is too large', 0);
    this.#code.push(instruction);
    return instruction;
  }

  #emit(node: RegexNode): void {
    switch (node.kind) {
      case 'empty':
        return;
      case 'char':
        this.#push({ op: 'char', test: node.test });
        return;
      case 'sequence':
        for (const item of node.items) this.#emit(item);
        return;
      case 'choice':
        this.#emitChoice(node.options);
        return;
      case 'group':
        this.#push({ op: 'save', slot: node.index * 2 });
        this.#emit(node.body);
        this.#push({ op: 'save', slot: node.index * 2 + 1 });
        return;
      case 'repeat':
        this.#emitRepeat(node);
        return;
      case 'look':
        this.#push({
          op: 'look',
          behind: node.behind,
          negative: node.negative,
          body: this.program(node.body),
        });
        return;
      case 'atomic':
        this.#push({ op: 'atomic', body: this.program(node.body) });
        return;
      case 'backreference':
        this.#push({ op: 'backreference', group: node.group, ignoreCase: node.ignoreCase });
        return;
      case 'anchor':
        this.#push({ op: 'anchor', at: node.at });
    }
  }

  #emitChoice(options: readonly RegexNode[]): void {
    const jumps: { next: number }[] = [];
    for (const [i, option] of options.entries()) {
      if (i === options.length - 1) {
        this.#emit(option);
        break;
      }
      const split = this.#push({ op: 'split', next: 0, other: 0 });
      split.next = this.#code.length;
      this.#emit(option);
      jumps.push(this.#push({ op: 'jump', next: 0 }));
      split.other = this.#code.length;
    }
    for (const jump of jumps) jump.next = this.#code.length;
  }

  #emitRepeat(node: Extract<RegexNode, { kind: 'repeat' }>): void {
    const { body, min, max, mode } = node;
    if (mode === 'possessive') {
      this.#emit({ kind: 'atomic', body: { ...node, mode: 'greedy' } });
      return;
    }
    for (let i = 0; i < min; i++) this.#emit(body);
    if (max === null) this.#emitLoop(body, mode === 'lazy');
    else {
      const ends: ((at: number) => void)[] = [];
      for (let i = min; i < max; i++) {
        ends.push(this.#emitBranch(mode === 'lazy'));
        this.#emit(body);
      }
      for (const end of ends) end(this.#code.length);
    }
  }

  #emitLoop(body: RegexNode, lazy: boolean): void {
    const start = this.#code.length;
    const end = this.#emitBranch(lazy);
    const canBeEmpty = lengths(body).minLength === 0;
    const slot = canBeEmpty ? this.slots++ : -1;
    if (canBeEmpty) this.#push({ op: 'save', slot });
    this.#emit(body);
    if (canBeEmpty) this.#push({ op: 'progress', slot });
    this.#push({ op: 'jump', next: start });
    end(this.#code.length);
  }

  /**
   * Emits a split, one branch of which continues here; the returned function sets the target of the other.
   */
  #emitBranch(lazy: boolean): (at: number) => void {
    const split = this.#push({ op: 'split', next: 0, other: 0 });
    const here = this.#code.length;
    split[lazy ? 'other' : 'next'] = here;
    return (at) => {
      split[lazy ? 'next' : 'other'] = at;
    };
  }
}

interface Lengths {
  readonly minLength: number;
  readonly maxLength: number | null;
}

function lengths(node: RegexNode): Lengths {
  switch (node.kind) {
    case 'char':
      return { minLength: 1, maxLength: 1 };
    case 'sequence':
      return node.items.map(lengths).reduce(addLengths, { minLength: 0, maxLength: 0 });
    case 'choice':
      return node.options.map(lengths).reduce((a, b) => ({
        minLength: Math.min(a.minLength, b.minLength),
        maxLength: a.maxLength === null || b.maxLength === null ? null : Math.max(a.maxLength, b.maxLength),
      }));
    case 'group':
    case 'atomic':
      return lengths(node.body);
    case 'repeat': {
      const { minLength, maxLength } = lengths(node.body);
      const longest = maxLength === null || node.max === null ? null : maxLength * node.max;
      return { minLength: minLength * node.min, maxLength: maxLength === 0 ? 0 : longest };
    }
    case 'backreference':
      return { minLength: 0, maxLength: null };
    default:
      return { minLength: 0, maxLength: 0 };
  }
}

function addLengths(a: Lengths, b: Lengths): Lengths {
  return {
    minLength: a.minLength + b.minLength,
    maxLength: a.maxLength === null || b.maxLength === null ? null : a.maxLength + b.maxLength,
  };
}
