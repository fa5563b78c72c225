import { grokOf } from './grok.ts';
import { groupNames, javaRegex } from './javaRegex.ts';

/** The columns made by `parse`, `grok` and `patterns`, in order. Throws SqlError for an invalid pattern. */
export function parsedColumns(
  method: 'regex' | 'grok' | 'patterns',
  pattern: string,
  newField: string | null,
): readonly string[] {
  switch (method) {
    case 'patterns':
      javaRegex(pattern);
      return [newField ?? 'patterns_field'];
    case 'regex': {
      const names = groupNames(pattern);
      // Without columns the original never compiles the pattern.
      if (names.length > 0) javaRegex(pattern);
      return names;
    }
    case 'grok':
      return grokOf(pattern).columns;
  }
}
