import { refusalOfText } from '../answers/index.ts';
import type { RockpoolResponse } from './request.ts';

type ErrorParts = Pick<RockpoolError, 'type' | 'status' | 'warnings' | 'response'>;

/** A statement that the engine refuses, in the engine's own words; with `failOnWarning` also one that it warns of. */
export class RockpoolError extends Error {
  /** `index_not_found_exception`, `SemanticCheckException`, …; `warning` where the engine only warns. */
  readonly type: string;
  readonly status: number;
  /** Of the answer's `Warning` headers. */
  readonly warnings: readonly string[];
  /** null: a client got it over HTTP. */
  readonly response: RockpoolResponse | null;

  constructor(message: string, { type, status, warnings, response }: ErrorParts) {
    super(message);
    this.name = 'RockpoolError';
    this.type = type;
    this.status = status;
    this.warnings = warnings;
    this.response = response;
  }
}

/** A seed that cannot be read, or that the engine refuses. The message names the file or the index. */
export class SeedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SeedError';
  }
}

export function refusedError(response: RockpoolResponse): RockpoolError {
  const { status, warnings, text } = response;
  const { type, message } = refusalOfText(status, text);
  const words = type === 'error' ? message : `${type}: ${message}`;
  return new RockpoolError(words, { type, status, warnings, response });
}

export function warningError(
  warnings: readonly string[],
  status: number,
  response: RockpoolResponse | null,
): RockpoolError {
  const parts = { type: 'warning', status, warnings, response };
  return new RockpoolError(`the engine warns: ${warnings.join('; ')}`, parts);
}

/** An error of another module as a SeedError: `films.csv: row 1 has 1 cells, …`. */
export function inSeed(what: string, error: unknown): SeedError {
  return new SeedError(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
}
