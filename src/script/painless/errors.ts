import { OpenSearchError } from '../../common/index.ts';

/** Characters of the script shown in errors before and after the position. */
const WINDOW = 25;

function place(source: string, offset: number): Record<string, unknown> {
  const start = Math.max(0, offset - WINDOW);
  const end = Math.min(source.length, offset + WINDOW);
  const before = start > 0 ? '... ' : '';
  const after = end < source.length ? ' ...' : '';
  const snippet = `${before}${source.slice(start, end)}${after}`;
  const pointer = `${' '.repeat(before.length + offset - start)}^---- HERE`;
  return {
    script_stack: [snippet, pointer],
    script: source,
    lang: 'painless',
    position: { offset, start, end },
  };
}

/** A script_exception `compile error` in the original's format. */
export function compileError(
  source: string,
  offset: number,
  reason: string,
  type: OpenSearchError['type'] = 'illegal_argument_exception',
): OpenSearchError {
  const causedBy = new OpenSearchError(type, reason);
  return new OpenSearchError('script_exception', 'compile error', {
    metadata: place(source, offset),
    causedBy,
  });
}

/** Details of a runtime failure besides the script and the position. */
export interface RuntimeFailure {
  readonly failure: OpenSearchError;
  /** Java stack frames between the failure and the script. */
  readonly frames?: readonly string[];
}

/** A script_exception `runtime error` in the original's format, which shows the current statement. */
export function runtimeError(
  source: string,
  offset: number,
  { failure, frames = [] }: RuntimeFailure,
  statements: Iterable<number> = [],
): OpenSearchError {
  let start = 0;
  let end = source.length;
  for (const at of statements) if (at <= offset && at > start) start = at;
  for (const at of statements) if (at > start && at < end) end = at;
  return new OpenSearchError('script_exception', 'runtime error', {
    metadata: {
      script_stack: [...frames, source.slice(start, end), `${' '.repeat(offset - start)}^---- HERE`],
      script: source,
      lang: 'painless',
      position: { offset, start, end },
    },
    causedBy: failure,
  });
}

interface FailureDetails {
  /** Java stack frames between the failure and the script. */
  readonly frames?: readonly string[];
  /** Members of the error besides type and reason. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A failure in a script whose position is not known yet; the call site adds it. */
export class PainlessFailure extends Error {
  readonly failure: OpenSearchError;
  readonly frames: readonly string[];

  /** An exception without a message prints `null`. */
  constructor(
    type: OpenSearchError['type'],
    reason: string | null,
    { frames = [], metadata = {} }: FailureDetails = {},
  ) {
    super(reason ?? 'null');
    this.frames = frames;
    this.failure = new OpenSearchError(type, reason ?? 'null', {
      metadata: reason === null ? { reason: null } : metadata,
    });
  }
}
