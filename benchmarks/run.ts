import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { fork } from './fork.ts';
import { growth } from './growth.ts';
import { heldLoop } from './held/heldLoop.ts';
import { joins } from './joins.ts';
import { inProcess } from './knn/inProcess.ts';
import { pressure } from './knn/pressure.ts';
import { recall } from './knn/recall.ts';
import { thrashing } from './knn/thrashing.ts';
import { warmup } from './knn/warmup.ts';
import { lines } from './lines.ts';
import { replicas } from './replicas.ts';
import { startup } from './startup.ts';
import { statements } from './statements.ts';
import { surroundings, writeMarkdown } from './support/markdown.ts';
import {
  type Benchmark,
  type Figure,
  machine,
  meets,
  printSection,
  printTable,
  type Result,
  resultsFolder,
  type Section,
  writeReport,
} from './support/report.ts';

/** `npm run bench -- [name …]`: each file of this folder asks one question. `docs/speed.md` has the options. */
const benchmarks: readonly Benchmark[] = [
  startup,
  lines,
  statements,
  growth,
  fork,
  replicas,
  joins,
  heldLoop,
  inProcess,
  warmup,
  thrashing,
  recall,
  pressure,
];

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    url: { type: 'string' },
    beside: { type: 'string' },
    out: { type: 'string', default: resultsFolder },
  },
});
const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(
    `no benchmark ${unknown.join(', ')}; there are ${benchmarks.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const results: Record<string, Result> = {};
const chosen = benchmarks.filter((benchmark) => names.length === 0 || names.includes(benchmark.name));
console.log(machine());
for (const benchmark of chosen) {
  console.log(`\n${benchmark.name}: ${benchmark.question}`);
  const start = performance.now();
  const [loadBefore] = loadavg();
  const own: Figure[] = [];
  const note = (text: string): void => console.error(`  ${text}`);
  const sections: Section[] = [];
  const context = {
    note,
    quick: options.quick,
    url: options.url ?? null,
    beside: options.beside ?? null,
    figure: (figure: Figure) => void own.push(figure),
    section: (section: Section) => void sections.push(section),
  };
  try {
    await benchmark.run(context);
  } catch (error) {
    console.error(`  not run: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    continue;
  }
  for (const section of sections) printSection(section);
  if (own.length > 0) printTable(own);
  const result = { measuredOn: surroundings(loadBefore, loadavg()[0]), figures: own, sections };
  results[benchmark.name] = result;
  const page = writeMarkdown(options.out, benchmark.name, result);
  console.log(`  ${Math.round((performance.now() - start) / 1000)} s; ${page}`);
}
const figures = Object.values(results).flatMap((result) => result.figures);
const met = figures.filter(meets).length;
console.log(`\n${met} of ${figures.length} targets met; ${writeReport(results)}`);
process.exit();
