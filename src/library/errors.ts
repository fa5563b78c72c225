import type { PoolResponse } from './request.ts';

/** An answer that says no. The message is the engine's own. */
export class RockpoolError extends Error {
  readonly status: number;
  readonly response: PoolResponse;

  constructor(response: PoolResponse) {
    super(reasonOf(response));
    this.name = 'RockpoolError';
    this.status = response.status;
    this.response = response;
  }
}

interface ErrorBody {
  readonly error?: string | { readonly type?: string; readonly reason?: string; readonly details?: string };
}

function reasonOf({ status, text }: PoolResponse): string {
  try {
    const { error } = JSON.parse(text) as ErrorBody;
    if (typeof error === 'string') return error;
    if (error) return [error.type, error.details ?? error.reason].filter(Boolean).join(': ');
  } catch {
    // No JSON: the text speaks for itself.
  }
  return text === '' ? `status ${status}` : text;
}

/** The answer, when it is a good one. Throws RockpoolError. */
export function checked(response: PoolResponse): PoolResponse {
  if (!response.ok) throw new RockpoolError(response);
  return response;
}
