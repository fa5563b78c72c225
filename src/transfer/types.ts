import { refusalOfText } from '../answers/index.ts';

/** Sends one request, over a socket or past it. Never throws for a status. */
export type Send = (request: TransferRequest) => Promise<TransferAnswer>;

export interface TransferRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly body?: string;
  /** JSON when it is not said. */
  readonly contentType?: string;
}

export interface TransferAnswer {
  readonly status: number;
  readonly text: string;
}

/** A request of a transfer that was refused; what was sent before it stays. */
export class TransferError extends Error {
  /** What was refused: `making [films]`. */
  readonly what: string;
  readonly answer: TransferAnswer;

  constructor(what: string, answer: TransferAnswer) {
    const { type, message } = refusalOfText(answer.status, answer.text);
    super(`${what} was refused (${answer.status}): ${type}: ${message}`);
    this.what = what;
    this.answer = answer;
    this.name = 'TransferError';
  }
}

/** The answer's JSON. Throws TransferError for a status above 299. */
export async function demand<T>(send: Send, what: string, request: TransferRequest): Promise<T> {
  return JSON.parse(await demandText(send, what, request)) as T;
}

/** The answer's text. Throws TransferError for a status above 299. */
export async function demandText(send: Send, what: string, request: TransferRequest): Promise<string> {
  const answer = await send(request);
  if (answer.status > 299) throw new TransferError(what, answer);
  return answer.text;
}
