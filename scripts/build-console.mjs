// The console's files: a script for the frame and one for each view, a style sheet, a page and an icon.
// `node scripts/build-console.mjs FOLDER` makes only these.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SOURCE = 'src/console/app';

export async function buildConsole(folder) {
  // Files of an earlier build have other names.
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (/-[A-Z0-9]{8}\.js$/.test(name)) rmSync(`${folder}/${name}`);
  }
  const result = await build({
    entryPoints: { app: `${SOURCE}/main.tsx`, style: `${SOURCE}/style/index.css` },
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
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
  cpSync(`${SOURCE}/icon.svg`, `${folder}/icon.svg`);
  writeFileSync(`${folder}/index.html`, withPreloads(readFileSync(`${SOURCE}/index.html`, 'utf8'), result));
  return result;
}

/** What the first script imports is fetched beside it, not after it; what each view imports is listed for that script. */
function withPreloads(page, { metafile: { outputs } }) {
  const filesOf = (path) => {
    const imports = outputs[path].imports.filter(({ kind }) => kind === 'import-statement');
    return [path, ...imports.map((each) => each.path)];
  };
  const urlOf = (path) => `/_console/${basename(path)}`;
  const first = filesOf(Object.keys(outputs).find((path) => basename(path) === 'app.js'));
  const links = first.slice(1).map((path) => `<link rel="modulepreload" href="${urlOf(path)}">`);
  // A view is the file that is imported on demand; its folder has the view's name.
  const views = Object.entries(outputs).filter(
    ([path, { entryPoint }]) => entryPoint && !first.includes(path),
  );
  const lists = views
    .filter(([path]) => path.endsWith('.js'))
    .map(([path, { entryPoint }]) => {
      const files = filesOf(path).filter((each) => !first.includes(each));
      return `<meta name="files of ${basename(dirname(entryPoint))}" content="${files.map(urlOf).join(' ')}">`;
    });
  return page.replace(
    '  </head>',
    `${[...links, ...lists].map((line) => `    ${line}\n`).join('')}  </head>`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildConsole(process.argv[2] ?? 'dist/console');
}
