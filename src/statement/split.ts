/** The statements of a text. */
export interface Split {
  /** Statements terminated by a semicolon, without it. */
  readonly statements: readonly string[];
  /** The text after the last semicolon; it may continue on the next line. */
  readonly rest: string;
}

/** Finds the next string, quoted name, comment or semicolon, or an unterminated start of one. */
const NEXT = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|;|['"`]|\/\*/g;

/** Splits at semicolons outside strings, quoted names and comments. */
export function splitStatements(text: string): Split {
  const statements: string[] = [];
  let start = 0;
  for (const match of text.matchAll(NEXT)) {
    const [found] = match;
    if (found === "'" || found === '"' || found === '`' || found === '/*') break;
    if (found !== ';') continue;
    const statement = text.slice(start, match.index).trim();
    if (statement !== '') statements.push(statement);
    start = match.index + 1;
  }
  return { statements, rest: text.slice(start) };
}
