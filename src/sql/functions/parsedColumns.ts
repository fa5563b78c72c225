import type { ParseNode } from '../ast/index.ts';

/** The columns that `parse`, `grok` and `patterns` make, in order. */
export function parsedColumns(
  method: ParseNode['method'],
  pattern: string,
  newField: string | null,
): readonly string[] {
  switch (method) {
    case 'patterns':
      return [newField ?? 'patterns_field'];
    case 'regex':
    case 'grok':
      return [...pattern.matchAll(GROUP)].map(([, name]) => name);
  }
}

/** A named group: letters and digits alone make a name. */
const GROUP = /\(\?<([a-zA-Z][a-zA-Z0-9]*)>/g;
