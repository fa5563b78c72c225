import { readJsonExact } from '../../common/index.ts';
import type { Send, TransferAnswer, TransferRequest } from '../types.ts';
import { answerDifference } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { Handles } from './handles.ts';

export interface ReplayedDifference {
  readonly seq: number;
  /** `GET /_search`. */
  readonly request: string;
  /** The first thing that differs. */
  readonly why: string;
}

export interface ReplayReport {
  readonly exchanges: number;
  readonly same: number;
  /** Those whose bodies were too large to be kept. */
  readonly skipped: number;
  readonly differences: readonly ReplayedDifference[];
}

/**
 * Plays recorded requests against a server, one after the other, and compares the answers. Names that a server makes
 * up (documents, scrolls, cursors, points in time, tasks) are those of this server in the requests that follow.
 */
export async function replayExchanges(
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  send: Send,
  onProgress: (played: number) => void = () => undefined,
): Promise<ReplayReport> {
  const handles = new Handles();
  const differences: ReplayedDifference[] = [];
  let [played, same, skipped] = [0, 0, 0];
  for await (const exchange of exchanges) {
    onProgress(++played);
    if (exchange.cut) {
      skipped++;
      continue;
    }
    const { seq, method, contentType } = exchange;
    const path = handles.translate(exchange.path);
    const body = handles.translate(exchange.body);
    const got = await send({
      method: method as TransferRequest['method'],
      path,
      ...(body === '' ? {} : { body, contentType: contentType ?? undefined }),
    });
    handles.learn(exchange.answer, got.text);
    const want = { status: exchange.status, text: handles.translate(exchange.answer) };
    const why = difference(want, got, body);
    if (why === null) same++;
    else differences.push({ seq, request: `${method} ${path}`, why });
  }
  return { exchanges: played, same, skipped, differences };
}

function difference(want: TransferAnswer, got: TransferAnswer, body: string): string | null {
  if (want.status !== got.status) return `status ${got.status} for ${want.status}`;
  const [wanted, found] = [parsed(want.text), parsed(got.text)];
  if (wanted !== undefined && found !== undefined) return answerDifference(wanted, found, parsed(body));
  if (wanted !== undefined || found !== undefined) return 'not the same kind of body';
  return firstLine(want.text, got.text);
}

/** Spaces at the ends of lines are a matter of taste. */
function firstLine(want: string, got: string): string | null {
  const lines = [want, got].map((text) => text.trimEnd().split(/[ \t]*\r?\n/));
  const at = [...lines[0].keys()].find((i) => lines[0][i] !== lines[1][i]) ?? lines[0].length;
  if (at === lines[0].length && lines[1].length === at) return null;
  const [wanted, found] = lines.map((text) => (text[at] ?? '').slice(0, 90));
  return `line ${at + 1}: ${JSON.stringify(found)} for ${JSON.stringify(wanted)}`;
}

function parsed(text: string): unknown {
  try {
    return readJsonExact(text);
  } catch {
    return undefined;
  }
}
