// The project's commands: start, test, build, bench, lint, docs. Plain Node, so that it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { constants, cpus, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeHeaders } from './nodeHeaders.mjs';
import { isBuilt } from './sources.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

function must(command, args, options) {
  const status = run(command, args, options);
  if (status !== 0) process.exit(status);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 15)) return;
  console.error(`Rockpool needs Node 20.15 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function installIfNeeded() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const flags = nativeFlags();
  // What was compiled for one processor may not run on another.
  const wanted = createHash('sha256').update(lock).update(process.version).update(flags);
  if (flags !== '') wanted.update(cpus()[0]?.model ?? '');
  const digest = wanted.digest('hex');
  const stamp = join(root, 'node_modules', '.rockpool-install');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  console.log('Installing dependencies (once; the graph library is compiled here) …');
  const env = { ...nodeHeaders(), ...process.env };
  if (flags !== '') env.CXXFLAGS = `${flags} ${process.env.CXXFLAGS ?? ''}`.trim();
  const options = { env, shell: process.platform === 'win32' };
  const wasThere = existsSync(join(root, 'node_modules', 'hnswlib-node'));
  // `install`, not `ci`: what is there stays.
  must('npm', ['install', '--no-save', '--no-audit', '--no-fund'], options);
  // npm does not compile again what is there.
  if (wasThere) run('npm', ['rebuild', 'hnswlib-node'], options);
  writeFileSync(stamp, digest);
}

/**
 * The flags that let the compiler use this processor's vector instructions: a graph is searched and built in two thirds
 * of the time. Empty where the compiler does not take them. Of those in CXXFLAGS the last one counts.
 */
function nativeFlags() {
  if (process.platform === 'win32') return '';
  const [compilerCommand, ...given] = (process.env.CXX || 'c++').split(' ');
  const probe = [...given, '-march=native', '-x', 'c++', '-fsyntax-only', '-'];
  const { status } = spawnSync(compilerCommand, probe, { input: 'int main() { return 0; }', stdio: 'pipe' });
  return status === 0 ? '-march=native' : '';
}

function nativeLibraryLoads() {
  try {
    createRequire(join(root, 'package.json'))('hnswlib-node');
    return true;
  } catch {
    return false;
  }
}

function warnWithoutNative() {
  if (nativeLibraryLoads()) return;
  console.error(
    'The graph library could not be compiled: vectors are searched exactly. ' +
      'Install a C++ compiler (g++, make, python3) and run npm install.',
  );
}

/** The compiler in machine code takes a quarter of the time; where there is none for the machine, the other one does. */
function compiler() {
  const [native, portable] = ['typescript-native', 'typescript'].map((name) =>
    join(root, 'node_modules', name, 'bin', 'tsc'),
  );
  return spawnSync(process.execPath, [native, '--version']).status === 0 ? native : portable;
}

/** What is checked without running anything: a name, and the command. */
function staticChecks(lintArguments = []) {
  const tsc = compiler();
  return [
    ['lint', bin('biome'), ['check', '--error-on-warnings', ...lintArguments]],
    ['typecheck', process.execPath, [tsc, '--noEmit']],
    ['typecheck of the console', process.execPath, [tsc, '--noEmit', '-p', 'src/console/app']],
  ];
}

/** Resolves to the status of a command, and what it printed where nobody saw it. */
function start(command, args, { stdio = 'inherit', priority = constants.priority.PRIORITY_NORMAL } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio });
    child.on('error', reject);
    setPriority(child.pid, priority);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (printed += data));
    child.on('close', (status) => resolve({ status, printed }));
  });
}

/** Runs in what the processors have left: tests that wait leave a lot, and those that measure time are not disturbed. */
const BESIDE = { stdio: ['ignore', 'pipe', 'pipe'], priority: constants.priority.PRIORITY_LOW };

function build() {
  if (!isBuilt()) must(process.execPath, [join(root, 'scripts', 'build.mjs')]);
}

/** What is too heavy to install for every change, in a folder of its own. */
function installTools(cwd) {
  must('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
}

const commands = {
  start(args) {
    build();
    warnWithoutNative();
    const serve = ['dist/cli.js', 'serve', '--port', '9200', '--data', 'native-data', '--demo', ...args];
    process.exitCode = run(process.execPath, serve);
  },
  async test(args) {
    if (!nativeLibraryLoads()) {
      console.error(
        'The tests need hnswlib-node; install a C++ compiler (g++, make, python3) and run npm install.',
      );
      process.exit(1);
    }
    build();
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-test-'));
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const checks = staticChecks().map(([name, ...command]) => [name, start(...command, BESIDE)]);
    checks.push(['tests', start(bin('vitest'), ['run', ...reporters, ...args])]);
    const failed = [];
    for (const [name, running] of checks) {
      const { status, printed } = await running;
      if (status !== 0) failed.push({ name, printed });
    }
    const counts = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { numPassedTests: 0, numFailedTests: 0 };
    rmSync(folder, { recursive: true, force: true });
    for (const { printed } of failed) process.stderr.write(printed);
    if (failed.length > 0) console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
    console.log(`${counts.numPassedTests} passed, ${Math.max(counts.numFailedTests, failed.length)} failed`);
    process.exitCode = failed.length > 0 || counts.numPassedTests === 0 ? 1 : 0;
  },
  /** What `npm pack` packs: the build with the library's types and, where there is a compiler, the graph library. */
  package() {
    build();
    // A build clears the folder: types that are there are those of this build.
    if (!existsSync(join(root, 'dist', 'library', 'index.d.ts')))
      must(process.execPath, [join(root, 'scripts', 'build-types.mjs')]);
    run(process.execPath, [join(root, 'scripts', 'buildNative.mjs')]);
  },
  /** The graph library alone, for packages that are put together from several machines. */
  'build:native'() {
    must(process.execPath, [join(root, 'scripts', 'buildNative.mjs')]);
  },
  /** Packs the package, and tries it in empty folders. */
  'test:package'(args) {
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-package-'));
    must('npm', ['pack', '--loglevel=error', '--pack-destination', folder]);
    const tarball = join(folder, readdirSync(folder)[0]);
    installTools(join(root, 'test', 'clients', 'package', 'tools'));
    const env = { ...process.env, ROCKPOOL_TARBALL: tarball };
    process.exitCode = run(bin('vitest'), ['run', 'test/clients/package', ...args], { env });
    rmSync(folder, { recursive: true, force: true });
  },
  /** Tests with clients that are too heavy to install for every change. */
  'test:clients'(args) {
    build();
    installTools(join(root, 'test', 'clients', 'langchain'));
    const env = { ...process.env, ROCKPOOL_CLIENTS: 'all' };
    process.exitCode = run(bin('vitest'), ['run', 'test/clients', ...args], { env });
  },
  /** The public YAML REST tests, where Maven can fetch them. */
  'test:yaml'(args) {
    build();
    process.exitCode = run(bin('tsx'), ['test/conformance/yaml/run.ts', ...args]);
  },
  /** The goals of reliability with their figures, in minutes; `test:long` in hours. */
  'test:reliability'(args) {
    build();
    process.exitCode = run(bin('tsx'), ['test/robustness/reliability/run.ts', ...args]);
  },
  'test:long'(args) {
    build();
    process.exitCode = run(bin('tsx'), ['test/robustness/reliability/run.ts', '--long', ...args]);
  },
  build() {
    build();
  },
  bench(args) {
    build();
    installTools(join(root, 'benchmarks', 'tools'));
    mkdirSync(join(root, 'benchmarks', 'results'), { recursive: true });
    process.exitCode = run(bin('tsx'), ['benchmarks/run.ts', ...args]);
  },
  lint(args) {
    for (const [, command, given] of staticChecks(args)) must(command, given);
  },
  docs(args) {
    process.exitCode = run(bin('tsx'), ['scripts/make-docs.ts', ...args]);
  },
};

const [name, ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(commands).join(' | ')}`);
  process.exit(2);
}
checkNode();
installIfNeeded();
await command(args);
