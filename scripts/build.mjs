// dist/: one bundled file each for the command line, the library and the graph worker; hnswlib-node stays outside.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { buildConsole } from './build-console.mjs';

const banner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";
rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: { cli: 'src/main.ts', index: 'src/index.ts', graphWorker: 'src/knn/graphWorker.ts' },
  outdir: 'dist',
  bundle: true,
  // What is imported on demand (express, SQL) stays out of the way of the start.
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['hnswlib-node'],
  banner: { js: banner },
  legalComments: 'none',
  sourcemap: true,
  logLevel: 'warning',
});
await buildConsole('dist/console');
