import { engineBenchmarks } from './engine.ts';
import { fork } from './fork.ts';
import { groupBy } from './groupBy.ts';
import { heldLoop } from './held/heldLoop.ts';
import { joins } from './joins.ts';
import { inProcess } from './knn/inProcess.ts';
import { pressure } from './knn/pressure.ts';
import { recall } from './knn/recall.ts';
import { thrashing } from './knn/thrashing.ts';
import { warmup } from './knn/warmup.ts';
import { replicas } from './replicas.ts';
import { startup } from './startup.ts';
import { printSection, writePage } from './support/page.ts';
import {
  type Benchmark,
  type Figure,
  machine,
  meets,
  printTable,
  resultsFolder,
  type Section,
  writeReport,
} from './support/report.ts';
import { vectors } from './vectors.ts';

/** `npm run bench [-- name …] [--quick]`: each file of this folder asks one question. */
const benchmarks: readonly Benchmark[] = [
  startup,
  fork,
  ...engineBenchmarks,
  replicas,
  groupBy,
  joins,
  heldLoop,
  vectors,
  inProcess,
  warmup,
  thrashing,
  recall,
  pressure,
];

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const quick = process.argv.includes('--quick');
const figures: Figure[] = [];
const chosen = benchmarks.filter((benchmark) => names.length === 0 || names.includes(benchmark.name));
console.log(machine());
for (const benchmark of chosen) {
  console.log(`\n${benchmark.name}: ${benchmark.question}`);
  const own: Figure[] = [];
  const note = (text: string): void => console.error(`  ${text}`);
  const sections: Section[] = [];
  const context = {
    note,
    quick,
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
  if (sections.length > 0) console.log(`  ${writePage(resultsFolder, benchmark, own, sections)}`);
  figures.push(...own);
}
const met = figures.filter(meets).length;
console.log(`\n${met} of ${figures.length} targets met; ${writeReport(figures)}`);
process.exit();
