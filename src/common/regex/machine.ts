import { isNewline, isWord } from './charClass.ts';
import type { AnchorKind } from './nodes.ts';
import type { Instruction, Program } from './program.ts';

/** A search exceeded its budget: the expression would take (almost) for ever on this text. */
export class RegexBudgetError extends Error {
  constructor() {
    super('the regular expression takes too many steps on this text');
    this.name = 'RegexBudgetError';
  }
}

/** The remaining budget of one search, or of several that share it. */
export interface RegexBudget {
  /** Instructions left. */
  steps: number;
  /** Character reads left; reading a character twice counts twice. */
  characters: number;
}

/**
 * Runs a program from one position with an explicit backtracking stack; only lookaround and atomic groups
 * recurse. Returns the end of the match or -1; `slots` then holds the groups. Throws RegexBudgetError.
 */
export function runProgram(
  program: Program,
  text: string,
  start: number,
  slots: Int32Array,
  budget: RegexBudget,
  mustEndAt = -1,
): number {
  const { code } = program;
  /** Backtracking stack: pairs of program and text position, or of -1 - slot and the value to restore. */
  const stack: number[] = [];
  let pc = 0;
  let at = start;
  for (;;) {
    if (--budget.steps < 0) throw new RegexBudgetError();
    const step = code[pc];
    let failed = false;
    switch (step.op) {
      case 'char':
        if (at < text.length && --budget.characters < 0) throw new RegexBudgetError();
        if (at < text.length && step.test(text.charCodeAt(at))) {
          at++;
          pc++;
        } else failed = true;
        break;
      case 'jump':
        pc = step.next;
        break;
      case 'split':
        stack.push(step.other, at);
        pc = step.next;
        break;
      case 'save':
        stack.push(-1 - step.slot, slots[step.slot]);
        slots[step.slot] = at;
        pc++;
        break;
      case 'match':
        if (mustEndAt === -1 || at === mustEndAt) return at;
        failed = true;
        break;
      default: {
        const end = tryStep(step, text, at, slots, budget, stack);
        if (end === -1) failed = true;
        else {
          at = end;
          pc++;
        }
      }
    }
    if (!failed) continue;
    let open = -1;
    while (stack.length > 0) {
      const value = stack.pop() as number;
      open = stack.pop() as number;
      if (open >= 0) {
        at = value;
        break;
      }
      slots[-1 - open] = value;
    }
    if (open < 0) return -1;
    pc = open;
  }
}

type RareStep = Exclude<Instruction, { op: 'char' | 'jump' | 'split' | 'save' | 'match' }>;

/** The text position after the step; -1 when it fails. */
function tryStep(
  step: RareStep,
  text: string,
  at: number,
  slots: Int32Array,
  budget: RegexBudget,
  stack: number[],
): number {
  switch (step.op) {
    case 'anchor':
      return holds(step.at, text, at) ? at : -1;
    case 'progress':
      return slots[step.slot] === at ? -1 : at;
    case 'backreference':
      return behindReference(step, text, at, slots);
    case 'atomic': {
      const before = slots.slice();
      const end = runProgram(step.body, text, at, slots, budget);
      keepChanges(before, slots, stack, end === -1);
      return end;
    }
    case 'look': {
      const before = slots.slice();
      const found = step.behind
        ? foundBehind(step.body, text, at, slots, budget)
        : runProgram(step.body, text, at, slots, budget) !== -1;
      keepChanges(before, slots, stack, step.negative || !found);
      return found !== step.negative ? at : -1;
    }
  }
}

/** Undoes changes to groups at once, or records them on the stack so that backtracking undoes them. */
function keepChanges(before: Int32Array, slots: Int32Array, stack: number[], undo: boolean): void {
  if (undo) {
    slots.set(before);
    return;
  }
  for (let i = 0; i < slots.length; i++) if (slots[i] !== before[i]) stack.push(-1 - i, before[i]);
}

function foundBehind(
  body: Program,
  text: string,
  at: number,
  slots: Int32Array,
  budget: RegexBudget,
): boolean {
  const first = body.maxLength === null ? 0 : Math.max(0, at - body.maxLength);
  for (let start = at - body.minLength; start >= first; start--) {
    if (runProgram(body, text, start, slots, budget, at) !== -1) return true;
  }
  return false;
}

function behindReference(
  step: Extract<Instruction, { op: 'backreference' }>,
  text: string,
  at: number,
  slots: Int32Array,
): number {
  const [from, to] = [slots[step.group * 2], slots[step.group * 2 + 1]];
  if (from < 0 || to < 0) return -1;
  const [wanted, found] = [text.slice(from, to), text.slice(at, at + to - from)];
  const same = step.ignoreCase ? wanted.toLowerCase() === found.toLowerCase() : wanted === found;
  return same ? at + to - from : -1;
}

function holds(anchor: AnchorKind, text: string, at: number): boolean {
  switch (anchor) {
    case 'textStart':
      return at === 0;
    case 'textEnd':
      return at === text.length;
    case 'textEndOrNewline':
      return at === text.length || (at === text.length - 1 && isNewline(text.charCodeAt(at)));
    case 'lineStart':
      return at === 0 || isNewline(text.charCodeAt(at - 1));
    case 'lineEnd':
      return at === text.length || isNewline(text.charCodeAt(at));
    case 'wordBoundary':
      return isBoundary(text, at);
    case 'notWordBoundary':
      return !isBoundary(text, at);
  }
}

function isBoundary(text: string, at: number): boolean {
  const before = at > 0 && isWord(text.charCodeAt(at - 1));
  const after = at < text.length && isWord(text.charCodeAt(at));
  return before !== after;
}
