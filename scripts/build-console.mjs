// The console's files: one script, one style sheet, a page and an icon. `node scripts/build-console.mjs FOLDER` makes only these.
import { cpSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SOURCE = 'src/console/app';

export async function buildConsole(folder) {
  const result = await build({
    entryPoints: { app: `${SOURCE}/main.tsx`, style: `${SOURCE}/style/index.css` },
    outdir: folder,
    bundle: true,
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  for (const name of ['index.html', 'icon.svg']) cpSync(`${SOURCE}/${name}`, `${folder}/${name}`);
  return result;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildConsole(process.argv[2] ?? 'dist/console');
}
