// dist/: the command as one file with its compiled code beside it, the library, the graph worker, the console.
// Only the two packages with compiled code stay outside, and the test runner that asks for its helper.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildConsole } from './build-console.mjs';
import { buildCommand } from './command.mjs';
import { writeLicenses } from './licenses.mjs';
import { markBuilt, sourcesDigest } from './sources.mjs';

const shared = {
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  platform: 'node',
  target: 'node20',
  external: ['fs-native-extensions', 'hnswlib-node', 'vitest'],
  legalComments: 'none',
  sourcemap: true,
  logLevel: 'warning',
  metafile: true,
};

const digest = sourcesDigest();
rmSync('dist', { recursive: true, force: true });
const library = await build({
  ...shared,
  entryPoints: {
    index: 'src/index.ts',
    vitest: 'src/vitest.ts',
    jest: 'src/jest.ts',
    mocha: 'src/mocha.ts',
    'node-test': 'src/nodeTest.ts',
    graphWorker: 'src/knn/graphWorker.ts',
  },
  outdir: 'dist/library',
  splitting: true,
  format: 'esm',
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
const command = await buildCommand(shared);
const console = await buildConsole('dist/console');
writeLicenses([library.metafile, ...command, console.metafile], 'dist/licenses.txt');
copyFileSync('scripts/launch.cjs', 'dist/launch.cjs');
// The command is no ES module: to load Node's loader for these takes longer than to read all of our code.
writeFileSync('dist/cli.js', "#!/usr/bin/env node\nrequire('./launch.cjs').run();\n");
writeFileSync('dist/package.json', '{"type":"commonjs"}\n');
writeFileSync('dist/library/package.json', '{"type":"module"}\n');
const { status } = spawnSync(process.execPath, ['scripts/codeCache.mjs'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
markBuilt(digest);
