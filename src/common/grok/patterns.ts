import { corePatterns } from './corePatterns.ts';
import { networkPatterns } from './networkPatterns.ts';
import { servicePatterns } from './servicePatterns.ts';
import { systemPatterns } from './systemPatterns.ts';

let table: ReadonlyMap<string, string> | null = null;

/** The built-in patterns that expressions may reference; parsed on first use. */
export function grokPatterns(): ReadonlyMap<string, string> {
  table ??= new Map(
    [corePatterns, systemPatterns, networkPatterns, servicePatterns].flatMap((text) =>
      text
        .trim()
        .replaceAll('\n    ', '')
        .split('\n')
        .map((line): [string, string] => {
          const blank = line.indexOf(' ');
          return [line.slice(0, blank), line.slice(blank + 1)];
        }),
    ),
  );
  return table;
}
