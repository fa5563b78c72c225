import type { RockpoolNode } from '../../../src/node/index.ts';
import type { HttpAnswer } from '../../support/http.ts';
import { send } from '../../support/node.ts';

/** `POST /{index}/_search` and its body; `{index}` is the row's own index. */
export type Ask = readonly [request: string, body?: unknown];

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** How one limit is shown: so much of it is accepted, one more is refused. */
export interface LimitCase {
  /** What the limit is set to; absent: the default. */
  readonly set?: number;
  /** The same as the setting is written; absent: the unit is the end of the limit's name. */
  readonly text?: string;
  /** Of the row's own index, beside the setting of an index's limit. */
  readonly index?: object;
  readonly docs?: readonly object[];
  /** What takes `count` of the limit: requests, of which the last is judged, or something else that has an answer. */
  readonly use: (count: number, at: Place) => readonly Ask[] | Promise<Reply>;
  /** How much is taken; absent: the limit, and one more. */
  readonly accepted?: number;
  readonly refused?: number;
  /** Of what is refused; absent: 400. */
  readonly status?: number;
  readonly words: string;
  /** The server reads the limit when it starts. */
  readonly ownNode?: true;
}

export interface Place {
  readonly node: RockpoolNode;
  readonly index: string;
}

export async function ask({ node, index }: Place, [request, body]: Ask): Promise<HttpAnswer> {
  const [method, path] = request.replaceAll('{index}', index).split(' ');
  if (body === undefined) return send(node.url, method, path);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(node.url, method, path, text.replaceAll('{index}', index));
}

/** What a function does or throws, as an answer. */
export async function attempt(action: () => unknown): Promise<Reply> {
  try {
    await action();
    return { status: 200, text: '' };
  } catch (error) {
    const { status, httpStatus } = error as { status?: number; httpStatus?: number };
    return { status: status ?? httpStatus ?? 500, text: String(error) };
  }
}

export const many = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i));
export const joined = (count: number, item: string, between = ','): string =>
  new Array(count).fill(item).join(between);
export const search = (body: unknown): Ask => ['POST /{index}/_search', body];
