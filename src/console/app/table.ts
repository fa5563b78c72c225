/** A table of rows; numbers to the right, nested values as JSON. */
export function renderTable(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): HTMLTableElement {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const column of columns) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = column;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const value of row) {
      const cell = line.insertCell();
      cell.textContent = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
      if (typeof value === 'number') cell.className = 'number';
    }
  }
  return table;
}
