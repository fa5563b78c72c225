import { rawElements, rawMembers, rawScalar, streamedElements } from './rawJson.ts';
import type { DocumentRecord } from './record.ts';

/** Reads an array of documents, one document, or a search response. Throws Error if the text is cut short. */
export async function* readJson(chunks: AsyncIterable<string>): AsyncGenerator<DocumentRecord> {
  const pieces = chunks[Symbol.asyncIterator]();
  let start = '';
  while (start.trim() === '') {
    const { value, done } = await pieces.next();
    if (done) return;
    start += value;
  }
  const all = restored(start, pieces);
  const elements = start.trimStart().startsWith('[') ? streamedElements(all) : objectsOf(all);
  let number = 0;
  for await (const text of elements) yield recordOf(text, ++number);
}

async function* restored(start: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
}

/** The hits of a search response, or the single document that the text is. */
async function* objectsOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  const hits = rawMembers(rawMembers(text).get('hits') ?? '').get('hits');
  if (hits === undefined) yield text.trim();
  else yield* rawElements(hits);
}

function recordOf(whole: string, number: number): DocumentRecord {
  const place = `item ${number}`;
  if (!whole.startsWith('{')) throw new Error(`${place} is not a JSON object: ${whole.slice(0, 60)}`);
  // A bulk body needs each document on one line; in JSON, a line break is only whitespace.
  const text = whole.replaceAll(/\s*[\r\n]+\s*/g, ' ');
  const members = text.includes('"_source"') ? rawMembers(text) : null;
  const source = members?.get('_source');
  if (!source?.startsWith('{')) return { id: null, routing: null, text, place };
  const [id, routing] = [members?.get('_id'), members?.get('_routing')].map(rawScalar);
  return { id, routing, text: source, place };
}
