/**
 * A row of a CSV file (RFC 4180 with `\n` line ends). `json` serialises objects and lists; NULL becomes an
 * empty cell.
 */
export function csvLine(values: readonly unknown[], json: (value: object) => string): string {
  const cells = values.map((value) => cell(value, json));
  // A single empty cell would be an empty line, which readers skip.
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\n`;
}

function cell(value: unknown, json: (value: object) => string): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? json(value) : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prefixes text that a spreadsheet would execute with a quote, as the server's own CSV does; numbers are
 * unchanged.
 */
export function withoutFormula(value: unknown): unknown {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
