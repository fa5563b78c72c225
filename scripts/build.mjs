// dist/: the command as one file with its compiled code beside it, the library, the graph worker, the console.
// Only the two packages with compiled code stay outside, and the test runner that asks for its helper.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildConsole } from './build-console.mjs';
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
  outdir: 'dist',
  splitting: true,
  format: 'esm',
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
// One script, so that its code can be cached; what is imported on demand is still evaluated on demand.
const command = await build({
  ...shared,
  entryPoints: ['src/main.ts'],
  outfile: 'dist/rockpool.cjs',
  format: 'cjs',
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: '(function(require,module,moduleUrl){' },
  footer: { js: '})' },
});
// ASCII only: the bundle is read at one byte a character. What is left are letters in regular expressions.
const text = readFileSync('dist/rockpool.cjs', 'utf8');
const escaped = (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
writeFileSync('dist/rockpool.cjs', text.replace(/[^\0-\x7f]/g, escaped));
const console = await buildConsole('dist/console');
writeLicenses([library.metafile, command.metafile, console.metafile], 'dist/licenses.txt');
copyFileSync('scripts/launch.mjs', 'dist/launch.js');
writeFileSync(
  'dist/cli.js',
  "#!/usr/bin/env node\nimport { compile, run } from './launch.js';\n\nrun(compile());\n",
);
const { status } = spawnSync(process.execPath, ['scripts/codeCache.mjs'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
markBuilt(digest);
