/** A row of a CSV file (RFC 4180), with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`;
}

/** One empty cell alone would be an empty line. */
function quoted(text: string, _i: number, { length }: readonly string[]): string {
  return /[",\n\r]/.test(text) || (text === '' && length === 1) ? `"${text.replaceAll('"', '""')}"` : text;
}
