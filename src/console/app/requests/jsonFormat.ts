/** JSON as it is written, but for spaces: numbers keep their form, members their order; `${name}` is a value. */

const TOKENS = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|(?:\$\{\w+\}|[^\s{}[\],:"])+)/y;

type Tokens = readonly string[];

function tokensOf(text: string): Tokens | null {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < end) {
    const match = TOKENS.exec(text);
    if (!match) return null;
    tokens.push(match[1]);
  }
  return tokens;
}

const OPENS = /^[{[]$/;
const CLOSES = /^[}\]]$/;

/** Members below one another, two spaces deeper; null for what has no form of JSON. */
export function formatJson(text: string): string | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  let printed = '';
  let depth = 0;
  tokens.forEach((token, i) => {
    const before = tokens[i - 1] ?? '';
    if (CLOSES.test(token)) {
      depth--;
      if (!OPENS.test(before)) printed += lineBreak(depth);
    } else if (OPENS.test(before) || before === ',') printed += lineBreak(depth);
    printed += token === ':' ? ': ' : token;
    if (OPENS.test(token)) depth++;
  });
  return depth === 0 ? printed : null;
}

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.max(0, depth))}`;
}
