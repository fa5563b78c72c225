import { ALPHA, DIGIT, type SplitOptions, type WordPart } from './wordDelimiterParts.ts';

export interface DelimiterOptions extends SplitOptions {
  readonly words: boolean;
  readonly numbers: boolean;
  readonly catenateWords: boolean;
  readonly catenateNumbers: boolean;
  readonly catenateAll: boolean;
  readonly preserve: boolean;
}

/** A token within its word; the first piece takes the word's position increment. */
export interface Piece {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly increment: number;
  readonly positionLength: number;
}

/** Parts joined to one term. */
interface Joined {
  readonly parts: WordPart[];
  /** Start position in the graph. */
  readonly from: number;
}

function generates(type: number, options: DelimiterOptions): boolean {
  return (options.words && (type & ALPHA) !== 0) || (options.numbers && (type & DIGIT) !== 0);
}

function catenates(type: number, options: DelimiterOptions): boolean {
  return (options.catenateWords && (type & ALPHA) !== 0) || (options.catenateNumbers && (type & DIGIT) !== 0);
}

function joinedTerm(word: string, parts: readonly WordPart[]): string {
  if (parts.length === 1) return word.slice(parts[0].start, parts[0].end);
  return parts.map(({ start, end }) => word.slice(start, end)).join('');
}

/** Whether to emit the joined parts of a run: if it has several, or one that is not emitted separately. */
function isWritten(parts: readonly WordPart[], options: DelimiterOptions): boolean {
  return parts.length !== 1 || !generates(parts[0].type, options);
}

/** Groups adjacent parts of the same type. */
function runsOf(parts: readonly WordPart[]): WordPart[][] {
  const runs: WordPart[][] = [];
  for (const part of parts) {
    const last = runs[runs.length - 1];
    if (last !== undefined && (last[0].type & part.type) !== 0) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

/** Pieces for the plain form: joined parts have the position of their first part. */
export function plainPieces(
  word: string,
  parts: readonly WordPart[],
  single: boolean,
  options: DelimiterOptions,
): readonly Piece[] {
  const out: Piece[] = [];
  let stood = false;
  const add = (given: readonly WordPart[], joined: boolean): void => {
    const following = stood && !joined;
    const increment = following || (!stood && !(options.preserve && out.length === 0)) ? 1 : 0;
    const { start } = given[0];
    const { end } = given[given.length - 1];
    out.push({ term: joinedTerm(word, given), start, end, increment, positionLength: 1 });
    stood = true;
  };
  if (single) add(parts, false);
  else {
    let lastJoined = 0;
    const runs = runsOf(parts);
    for (const run of runs) {
      if (generates(run[0].type, options)) for (const part of run) add([part], false);
      if (!catenates(run[0].type, options)) continue;
      lastJoined = run.length;
      if (isWritten(run, options)) add(run, true);
      if (run !== runs[runs.length - 1]) stood = false;
    }
    if (options.catenateAll && parts.length > lastJoined) add(parts, true);
  }
  out.sort((a, b) => a.start - b.start || b.increment - a.increment);
  if (!options.preserve) return out;
  return [{ term: word, start: 0, end: word.length, increment: 1, positionLength: 1 }, ...out];
}

/** Pieces for the graph form: joined parts span the positions of their parts. */
export function graphPieces(
  word: string,
  parts: readonly WordPart[],
  single: boolean,
  options: DelimiterOptions,
): readonly Piece[] {
  const arcs: { term: string; start: number; end: number; from: number; to: number }[] = [];
  let position = 0;
  const write = ({ parts: given, from }: Joined): void => {
    if (position === from) position++;
    const { start } = given[0];
    const { end } = given[given.length - 1];
    arcs.push({ term: joinedTerm(word, given), start, end, from, to: position });
  };
  if (single) write({ parts: [...parts], from: 0 });
  else {
    let lastJoined = 0;
    for (const run of runsOf(parts)) {
      const from = position;
      for (const part of generates(run[0].type, options) ? run : []) write({ parts: [part], from: position });
      if (!catenates(run[0].type, options)) continue;
      lastJoined = run.length;
      if (isWritten(run, options)) write({ parts: run, from });
      else if (position === from) position++;
    }
    if (options.catenateAll && parts.length > lastJoined) write({ parts: [...parts], from: 0 });
  }
  arcs.sort((a, b) => a.start - b.start || b.end - a.end);
  if (options.preserve) {
    arcs.unshift({ term: word, start: 0, end: word.length, from: 0, to: Math.max(1, position) });
  }
  return arcs.map(({ term, start, end, from, to }, i): Piece => {
    return { term, start, end, increment: from - (arcs[i - 1]?.from ?? 0), positionLength: to - from };
  });
}
