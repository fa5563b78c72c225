/** The text of a plan, as `_explain?format=plan` prints it, as a tree. */

export interface Operator {
  /** `IndexScan`, `Sort`, … */
  readonly name: string;
  readonly what: string;
  /** What the search does of it, and what is left to do here; null where the plan does not tell. */
  readonly pushed: string | null;
  readonly here: string | null;
  readonly rows: number | null;
  /** With all operators below. */
  readonly totalMs: number | null;
  readonly ownMs: number | null;
  readonly inputs: readonly Operator[];
}

interface Line {
  readonly depth: number;
  readonly text: string;
}

export function planTree(text: string): readonly Operator[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return inputsFrom(
    lines.map((line) => ({ depth: line.length - line.trimStart().length, text: line.trim() })),
  );
}

function inputsFrom(lines: readonly Line[]): readonly Operator[] {
  const least = Math.min(...lines.map(({ depth }) => depth));
  const starts = lines.flatMap(({ depth }, i) => (depth === least ? [i] : []));
  return starts.map((start, i) => {
    const below = lines.slice(start + 1, starts[i + 1]);
    return operatorOf(lines[start].text, below.length === 0 ? [] : inputsFrom(below));
  });
}

const FIGURES = / \{(?:(\d+) rows, ([\d.]+) ms|never run)\}$/;
const PUSHED = / \((?:in the search: (.*?))?(?:; )?(?:here: (.*))?\)$/;

function operatorOf(line: string, inputs: readonly Operator[]): Operator {
  const figures = FIGURES.exec(line);
  const described = line.replace(FIGURES, '');
  const push = PUSHED.exec(described);
  const plain = push && push[0] !== ' ()' ? described.slice(0, push.index) : described;
  const space = plain.indexOf(' ');
  const totalMs = figures?.[2] === undefined ? null : Number(figures[2]);
  const belowMs = inputs.reduce((sum, input) => sum + (input.totalMs ?? 0), 0);
  return {
    name: space === -1 ? plain : plain.slice(0, space),
    what: space === -1 ? '' : plain.slice(space + 1),
    pushed: push?.[1] ?? null,
    here: push?.[2] ?? null,
    rows: figures?.[1] === undefined ? null : Number(figures[1]),
    totalMs,
    ownMs: totalMs === null ? null : Math.max(0, totalMs - belowMs),
    inputs,
  };
}

/** Depth first, with the depth. */
export function flatten(operators: readonly Operator[], depth = 0): readonly (readonly [Operator, number])[] {
  return operators.flatMap((operator) => [
    [operator, depth] as const,
    ...flatten(operator.inputs, depth + 1),
  ]);
}

/** The indices that the plan's scans read, in the order of their searches. */
export function scannedTables(text: string): readonly string[] {
  return [...text.matchAll(/^\s*(?:IndexScan|AggregateScan) (\S+)/gm)].map((match) => match[1]);
}
