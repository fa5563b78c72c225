import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart, printNumber } from './chart.ts';
import { type Figure, machine, type Result } from './report.ts';

/**
 * Writes what was measured into `<folder>/speed.md`, between the marks of the benchmark, and its pictures into
 * `<folder>/speed/`. What people wrote around the marks stays; a page or a mark that is missing is made.
 */
export function writeMarkdown(
  folder: string,
  name: string,
  { measuredOn, figures, sections }: Result,
): string {
  mkdirSync(join(folder, 'speed'), { recursive: true });
  const page = join(folder, 'speed.md');
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '# Speed\n';
  const [begin, end] = [`<!-- ${name}: measured -->`, `<!-- ${name}: end -->`];
  const parts = sections.map((section) => {
    const pictures = section.charts.map((chart) => {
      const file = `speed/${chart.title.toLowerCase().replace(/\W+/g, '-')}.svg`;
      const svg = drawChart(chart);
      if (svg === null) return '';
      writeFileSync(join(folder, file), `${svg}\n`);
      return `![${chart.title}](${file})\n\n`;
    });
    return `### ${section.heading}\n\n${section.text}\n\n${pictures.join('')}${table(section.columns, section.rows)}`;
  });
  if (figures.length > 0) parts.unshift(targets(figures));
  const body = `${begin}\n*${measuredOn}*\n\n${parts.join('')}${end}`;
  const marked = new RegExp(`${begin}[\\s\\S]*?${end}`);
  const after = marked.test(before) ? before.replace(marked, () => body) : `${before}\n${body}\n`;
  writeFileSync(page, after);
  return page;
}

/** The machine, the day, and how busy it was; what is measured is part of the load afterwards. */
export function surroundings(loadBefore: number, loadAfter: number): string {
  const day = new Date().toISOString().slice(0, 10);
  const load = `${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} afterwards`;
  return `Measured on ${day} on ${machine()}; load average ${load}.`;
}

function targets(figures: readonly Figure[]): string {
  const rows = figures.map(({ question, measured, target, unit, better }) => [
    question,
    `${printNumber(measured)} ${unit}`.trim(),
    `${better === 'more' ? '≥' : '≤'} ${target} ${unit}`.trim(),
  ]);
  return table(['', 'measured', 'wanted'], rows);
}

function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? printNumber(cell) : cell)));
  const rule = columns.map((_, i) => (i === 0 ? '---' : '---:'));
  return `${[columns, rule, ...cells].map(line).join('')}\n`;
}
