import { engineBenchmarks } from './engine.ts';
import { startup } from './startup.ts';
import { type Benchmark, type Figure, machine, meets, printTable, writeReport } from './support/report.ts';
import { vectors } from './vectors.ts';

/** `npm run bench [-- name …] [--quick]`: each file of this folder asks one question. */
const benchmarks: readonly Benchmark[] = [startup, ...engineBenchmarks, vectors];

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const quick = process.argv.includes('--quick');
const figures: Figure[] = [];
const chosen = benchmarks.filter((benchmark) => names.length === 0 || names.includes(benchmark.name));
console.log(machine());
for (const benchmark of chosen) {
  console.log(`\n${benchmark.name}: ${benchmark.question}`);
  const own: Figure[] = [];
  const note = (text: string): void => console.error(`  ${text}`);
  await benchmark.run({ note, quick, figure: (figure) => own.push(figure) });
  printTable(own);
  figures.push(...own);
}
const met = figures.filter(meets).length;
console.log(`\n${met} of ${figures.length} targets met; ${writeReport(figures)}`);
process.exit(0);
