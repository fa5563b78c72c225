import { rawMembers, rawScalar } from './rawJson.ts';
import type { DocumentRecord } from './record.ts';

/** Lines without their terminators. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * One document per line. If the first line is a bulk action (`{"index": …}`, `{"create": …}`), every document
 * is preceded by one, which gives its id. Throws Error, with a message for users, for other actions.
 */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<DocumentRecord> {
  let isBulk: boolean | null = null;
  let action: ReadonlyMap<string, string> | null = null;
  let number = 0;
  for await (const line of linesOf(chunks)) {
    number++;
    if (line.trim() === '') continue;
    isBulk ??= actionOf(line) !== null;
    if (isBulk && action === null) {
      action = actionOf(line);
      if (action === null)
        throw new Error(`line ${number} is not an index or create action: ${line.slice(0, 60)}`);
      continue;
    }
    if (!line.trimStart().startsWith('{'))
      throw new Error(`line ${number} is not a JSON object: ${line.slice(0, 60)}`);
    const id = rawScalar(action?.get('_id'));
    const routing = rawScalar(action?.get('routing') ?? action?.get('_routing'));
    yield { id, routing, text: line.trim(), place: `line ${number}` };
    action = null;
  }
  if (action !== null) throw new Error(`the document after line ${number} is missing`);
}

const ACTION = /^\s*\{\s*"(index|create)"\s*:\s*\{/;

function actionOf(line: string): ReadonlyMap<string, string> | null {
  const name = ACTION.exec(line)?.[1];
  if (name === undefined) return null;
  try {
    const members = rawMembers(line);
    return members.size === 1 ? rawMembers(members.get(name) ?? '') : null;
  } catch {
    return null;
  }
}
