import type { DescribeTablesNode, ShowTablesNode } from '../ast/index.ts';
import { SqlError } from '../errors.ts';

const SYNTAX = {
  showTables: "'SHOW TABLES LIKE <table pattern>'",
  describeTables: "'DESCRIBE TABLES LIKE <table pattern> [COLUMNS LIKE <column pattern>]'",
} as const;

/**
 * SHOW and DESCRIBE as parsed by the original's legacy engine: words separated by whitespace, patterns
 * including their quotes. Throws IllegalArgumentException when there is no pattern.
 */
export function readIndexStatement<T extends ShowTablesNode | DescribeTablesNode>(node: T, sql: string): T {
  const words = sql.split(' ');
  const pattern = wordAfter(words, 'TABLES');
  if (pattern === null) {
    throw new SqlError('IllegalArgumentException', `Expected syntax example: ${SYNTAX[node.kind]}`);
  }
  return { ...node, pattern, columnPattern: wordAfter(words, 'COLUMNS') };
}

/** The word after `TABLES LIKE`. */
function wordAfter(words: readonly string[], name: string): string | null {
  const at = words.findIndex(
    (word, i) =>
      i > 0 && word.toUpperCase() === name && words[i + 1]?.toUpperCase() === 'LIKE' && i + 2 < words.length,
  );
  return at < 0 ? null : words[at + 2];
}
