import { keywordByWord } from '../grammar/index.ts';
import type { SqlReference } from '../types.ts';
import { type ReferenceEntry, referenceSections } from './sections.ts';

/** The functions that are written as calls, and the keywords. */
export function sqlReference(): SqlReference {
  const functions = referenceSections().flatMap(({ title, entries }) =>
    entries.filter(({ isOperator }) => !isOperator).map((entry) => functionOf(entry, title)),
  );
  return { keywords: [...keywordByWord.keys()], functions };
}

function functionOf(
  { names, signatures, doc, examples }: ReferenceEntry,
  family: string,
): SqlReference['functions'][number] {
  const [name, ...aliases] = names.map((each) => each.toUpperCase());
  const shown = examples.map(([sql, value]) => ({ sql, value }));
  return { name, aliases, family, signatures, doc, examples: shown };
}
