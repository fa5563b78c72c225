import { refusalOfText } from '../answers/index.ts';

/** Sends one request, over a socket or in process. Never throws for an error status. */
export type Send = (request: TransferRequest) => Promise<TransferAnswer>;

export interface TransferRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly body?: string;
  /** Defaults to JSON. */
  readonly contentType?: string;
}

export interface TransferAnswer {
  readonly status: number;
  readonly text: string;
}

/** The server refused a request of a transfer; documents sent before it are kept. */
export class TransferError extends Error {
  /** The action that was refused: `making [films]`. */
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
