import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartSvg, escapeHtml, printNumber } from './chart.ts';
import { type Figure, machine, meets, type Section } from './report.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#212529}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}td,th{padding:.2rem .7rem;text-align:right;
border-bottom:1px solid #dee2e6}td:first-child,th:first-child{text-align:left}figure{margin:1.5rem 0}svg{width:100%;
max-width:44rem}svg text{font:11px system-ui,sans-serif;fill:#495057}.grid{stroke:#e9ecef}.short{color:#c92a2a}`;

/** Writes `<name>.json` and `<name>.html`, which needs nothing beside itself; the path of the page. */
export function writePage(
  folder: string,
  benchmark: { readonly name: string; readonly question: string },
  figures: readonly Figure[],
  sections: readonly Section[],
): string {
  mkdirSync(folder, { recursive: true });
  const { name, question } = benchmark;
  const json = { name, question, machine: machine(), figures, sections };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(json, null, 1)}\n`);
  const page = join(folder, `${name}.html`);
  writeFileSync(page, html(name, question, figures, sections));
  return page;
}

function html(
  name: string,
  question: string,
  figures: readonly Figure[],
  sections: readonly Section[],
): string {
  const targets = figures.map((figure) => {
    const sign = figure.better === 'more' ? '≥' : '≤';
    const verdict = meets(figure) ? 'met' : '<span class="short">short</span>';
    return [
      escapeHtml(figure.question),
      printNumber(figure.measured),
      `${sign} ${figure.target} ${figure.unit}`,
      verdict,
    ];
  });
  const body = sections.map(sectionHtml).join('');
  const summary = targets.length === 0 ? '' : table(['target', 'measured', 'wanted', ''], targets);
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rockpool: ${escapeHtml(name)}</title>` +
    `<style>${STYLE}</style><h1>${escapeHtml(name)}</h1><p>${escapeHtml(question)}</p>` +
    `<p><small>${escapeHtml(machine())}</small></p>${summary}${body}</html>\n`
  );
}

function sectionHtml({ heading, text, columns, rows, charts }: Section): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? printNumber(cell) : escapeHtml(cell))),
  );
  const plots = charts.map(chartSvg).join('');
  return `<h2>${escapeHtml(heading)}</h2><p>${escapeHtml(text)}</p>${table(columns, cells)}${plots}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${line('th', columns.map(escapeHtml))}${rows.map((row) => line('td', row)).join('')}</table>`;
}

/** The same on a terminal. */
export function printSection({ heading, columns, rows }: Section): void {
  const lines = [columns, ...rows.map((row) => row.map((c) => (typeof c === 'number' ? printNumber(c) : c)))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  console.log(`\n${heading}`);
  for (const line of lines) {
    console.log(
      `  ${line.map((c, i) => (i === 0 ? c.padEnd(widths[i]) : c.padStart(widths[i]))).join('  ')}`,
    );
  }
}
