import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart, printNumber } from './chart.ts';
import { type Figure, machine, meets, type Section } from './report.ts';

/** Light or dark as the reader's system is; nothing is loaded from elsewhere. */
const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--card:#f8f9fa;--ink:#212529;--soft:#5c636a;--line:#dee2e6;--good:#2b8a3e;
--bad:#c92a2a}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1d2125;--ink:#e9ecef;--soft:#a5adb5;--line:#343a40;
--good:#69db7c;--bad:#ff8787}}
*{box-sizing:border-box}
body{font:15px/1.55 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:2rem 1.25rem 4rem;background:var(--paper);
color:var(--ink)}
h1{font-size:1.9rem;margin:0;text-transform:capitalize}h2{font-size:1.25rem;margin:2.75rem 0 .25rem}
p{margin:.35rem 0;max-width:62rem}.question{font-size:1.1rem}small,.note{color:var(--soft)}
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
td,th{padding:.28rem .8rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--soft);font-weight:600;font-size:.85rem}td:first-child,th:first-child{text-align:left}
tbody tr:hover{background:var(--card)}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(30rem,100%),1fr));gap:1rem;margin:1rem 0}
figure{margin:0;padding:1rem;background:#fff;border:1px solid var(--line);border-radius:10px}
figure svg{width:100%;height:auto}
.met,.short{font-weight:600}.met{color:var(--good)}.short{color:var(--bad)}`;

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
    const verdict = meets(figure) ? '<span class="met">✓ met</span>' : '<span class="short">✗ short</span>';
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
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>Rockpool: ${escapeHtml(name)}</title><style>${STYLE}</style>` +
    `<h1>${escapeHtml(name)}</h1><p class="question">${escapeHtml(question)}</p>` +
    `<p><small>${escapeHtml(machine())}</small></p>${summary}${body}</html>\n`
  );
}

function sectionHtml({ heading, text, columns, rows, charts }: Section): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? printNumber(cell) : escapeHtml(cell))),
  );
  const figures = charts.map((chart) => `<figure>${drawChart(chart) ?? ''}</figure>`);
  const plots = `<div class="charts">${figures.join('')}</div>`;
  return `<h2>${escapeHtml(heading)}</h2><p class="note">${escapeHtml(text)}</p>${plots}${table(columns, cells)}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const head = `<thead>${line('th', columns.map(escapeHtml))}</thead>`;
  const body = `<tbody>${rows.map((row) => line('td', row)).join('')}</tbody>`;
  return `<div class="scroll"><table>${head}${body}</table></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
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
