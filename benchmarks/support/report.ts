import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Chart, printNumber } from './chart.ts';

/** One figure beside the target that the design sets. */
export interface Figure {
  readonly question: string;
  readonly measured: number;
  readonly target: number;
  readonly unit: string;
  /** Whether more or less is better. */
  readonly better: 'more' | 'less';
}

/** A part of a report: what was asked, a table of what was measured, charts of it. */
export interface Section {
  readonly heading: string;
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly charts: readonly Chart[];
}

export interface BenchmarkContext {
  /** Says what is being done; a line on standard error. */
  readonly note: (text: string) => void;
  readonly figure: (figure: Figure) => void;
  /** A part of the benchmark's page: tables and charts. */
  readonly section: (section: Section) => void;
  /** A smaller run, to see that everything works. */
  readonly quick: boolean;
  /** Of `lines`: a server to measure instead of one of its own, and one to compare with. */
  readonly url: string | null;
  readonly beside: string | null;
}

export interface Benchmark {
  readonly name: string;
  readonly question: string;
  readonly run: (context: BenchmarkContext) => Promise<void>;
}

export function meets(figure: Figure): boolean {
  return figure.better === 'more' ? figure.measured >= figure.target : figure.measured <= figure.target;
}

export function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}`;
}

/** JSON, and the page with its pictures, of the last runs. */
export const resultsFolder = join(import.meta.dirname, '..', 'results');

export function printTable(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map((figure) => figure.question.length));
  for (const figure of figures) {
    const sign = figure.better === 'more' ? '≥' : '≤';
    const measured = format(figure.measured).padStart(10);
    const target = `${sign} ${format(figure.target)} ${figure.unit}`;
    console.log(
      `${figure.question.padEnd(width)} ${measured} ${meets(figure) ? '  met' : 'short'}  (${target})`,
    );
  }
}

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

/** What a benchmark found, and under which circumstances. */
export interface Result {
  readonly measuredOn: string;
  readonly figures: readonly Figure[];
  readonly sections: readonly Section[];
}

/** Results of benchmarks that were not run this time stay as they are. */
export function writeReport(results: Readonly<Record<string, Result>>): string {
  mkdirSync(resultsFolder, { recursive: true });
  const file = join(resultsFolder, 'latest.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, ...results }, null, 1)}\n`);
  return file;
}

function format(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}
