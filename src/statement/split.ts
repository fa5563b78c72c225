/** Several statements of one text. */
export interface Split {
  /** Those that a semicolon ends, without it. */
  readonly statements: readonly string[];
  /** What stands behind the last semicolon; it may go on in the next line. */
  readonly rest: string;
}

/** Quoted texts, quoted names, comments, semicolons: whatever begins one of these is looked for next. */
const NEXT = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|;|['"`]|\/\*/g;

/** Cuts at semicolons, but not at those in texts, names and comments. */
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
