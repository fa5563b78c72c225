/** A row of a CSV file (RFC 4180, lines end with `\n`). `json` writes objects and lists; NULL is an empty cell. */
export function csvLine(values: readonly unknown[], json: (value: object) => string): string {
  const cells = values.map((value) => cell(value, json));
  // One empty cell alone would be an empty line, which readers skip.
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\n`;
}

function cell(value: unknown, json: (value: object) => string): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? json(value) : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that a spreadsheet would run gets a quote in front, as in the server's own CSV; numbers stay. */
export function withoutFormula(value: unknown): unknown {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
