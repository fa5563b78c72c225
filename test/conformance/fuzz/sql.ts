/** A piece of SQL in both languages. They differ in the names of a few functions and types. */
export interface Sql {
  readonly rockpool: string;
  readonly sqlite: string;
}

type Part = Sql | string | number;

/** A template of pieces; plain texts and numbers read alike in both languages. */
export function sql(texts: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  return { rockpool: fill(texts, parts, 'rockpool'), sqlite: fill(texts, parts, 'sqlite') };
}

export function both(text: string): Sql {
  return { rockpool: text, sqlite: text };
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  return {
    rockpool: parts.map((part) => part.rockpool).join(separator),
    sqlite: parts.map((part) => part.sqlite).join(separator),
  };
}

function fill(texts: TemplateStringsArray, parts: readonly Part[], language: keyof Sql): string {
  return texts.reduce((text, next, i) => {
    const part = parts[i - 1];
    return text + (typeof part === 'object' ? part[language] : String(part)) + next;
  });
}
