import { grokOf } from './grok.ts';
import { groupNames, javaRegex } from './javaRegex.ts';

/** The columns that `parse`, `grok` and `patterns` make, in order. Throws SqlError for what is no pattern. */
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
      // Without a column the original never looks at the pattern.
      if (names.length > 0) javaRegex(pattern);
      return names;
    }
    case 'grok':
      return grokOf(pattern).columns;
  }
}
