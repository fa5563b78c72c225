// dist/: the command as one file with its compiled code beside it, the library, the graph worker, the console.
// hnswlib-node stays outside.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildConsole } from './build-console.mjs';

const shared = {
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  platform: 'node',
  target: 'node20',
  external: ['hnswlib-node'],
  legalComments: 'none',
  sourcemap: true,
  logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
await build({
  ...shared,
  entryPoints: { index: 'src/index.ts', graphWorker: 'src/knn/graphWorker.ts' },
  outdir: 'dist',
  splitting: true,
  format: 'esm',
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
// One script, so that its code can be cached; what is imported on demand is still evaluated on demand.
await build({
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
await buildConsole('dist/console');
copyFileSync('scripts/launch.mjs', 'dist/launch.js');
writeFileSync(
  'dist/cli.js',
  "#!/usr/bin/env node\nimport { compile, run } from './launch.js';\n\nrun(compile());\n",
);
const { status } = spawnSync(process.execPath, ['scripts/codeCache.mjs'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
