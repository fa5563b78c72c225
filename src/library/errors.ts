import { refusalOfText } from '../answers/index.ts';
import type { RockpoolResponse } from './request.ts';

interface ErrorParts {
  readonly type: string;
  readonly response: RockpoolResponse;
}

/** A statement that the engine refuses, in the engine's own words; with `failOnWarning` also one that it warns of. */
export class RockpoolError extends Error {
  /** `index_not_found_exception`, `SemanticCheckException`, …; `warning` where the engine only warns. */
  readonly type: string;
  readonly status: number;
  /** Of the answer's `Warning` headers. */
  readonly warnings: readonly string[];
  readonly response: RockpoolResponse;

  constructor(message: string, { type, response }: ErrorParts) {
    super(message);
    this.name = 'RockpoolError';
    this.type = type;
    this.status = response.status;
    this.warnings = response.warnings;
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
  const { type, message } = refusalOfText(response.status, response.text);
  return new RockpoolError(type === 'error' ? message : `${type}: ${message}`, { type, response });
}

export function warningError(response: RockpoolResponse): RockpoolError {
  return new RockpoolError(`the engine warns: ${response.warnings.join('; ')}`, {
    type: 'warning',
    response,
  });
}

/** An error of another module as a SeedError: `films.csv: row 1 has 1 cells, …`. */
export function inSeed(what: string, error: unknown): SeedError {
  return new SeedError(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
}
