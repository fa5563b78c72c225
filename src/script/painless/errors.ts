import { OpenSearchError } from '../../common/index.ts';

/** How much of a script an error answer shows before and after the place. */
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

/** script_exception `compile error`, in the original's shape. */
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

/** script_exception `runtime error`, in the original's shape. */
export function runtimeError(source: string, offset: number, cause: OpenSearchError): OpenSearchError {
  return new OpenSearchError('script_exception', 'runtime error', {
    metadata: place(source, offset),
    causedBy: cause,
  });
}

/** A failure inside a script before its place is known: the call site wraps it with the place. */
export class PainlessFailure extends Error {
  readonly failure: OpenSearchError;

  /** An exception without a message shows `null`. */
  constructor(type: OpenSearchError['type'], reason: string | null) {
    super(reason ?? 'null');
    const metadata = reason === null ? { reason: null } : {};
    this.failure = new OpenSearchError(type, reason ?? 'null', { metadata });
  }
}
