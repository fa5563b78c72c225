import { keywordByWord } from '../grammar/index.ts';
import { pplFunctions, pplKeywords } from '../grammar/ppl/index.ts';
import type { SqlReference } from '../types.ts';
import { type ReferenceEntry, referenceSections } from './sections.ts';

/** The functions that are written as calls, and the keywords; for PPL only what differs. */
export function sqlReference(): SqlReference {
  const functions = referenceSections().flatMap(({ title, entries }) =>
    entries.filter(({ isOperator }) => !isOperator).map((entry) => functionOf(entry, title)),
  );
  const names = functions.flatMap(({ name, aliases }) => [name, ...aliases]);
  const ppl = { keywords: pplKeywords, functions: names.filter((name) => pplFunctions.has(name)) };
  return { keywords: [...keywordByWord.keys()], functions, ppl };
}

function functionOf(
  { names, signatures, doc, examples }: ReferenceEntry,
  family: string,
): SqlReference['functions'][number] {
  const [name, ...aliases] = names.map((each) => each.toUpperCase());
  const shown = examples.map(([sql, value]) => ({ sql, value }));
  return { name, aliases, family, signatures, doc, examples: shown };
}
