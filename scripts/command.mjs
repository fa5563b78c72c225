// The command as a few scripts, so that their code can be cached: one that starts the server and answers, and others
// that are read when they are needed. They share the modules of the first (see launch.cjs).
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

/** What starts the server. */
const FIRST = ['src/main.ts', 'src/cli/commands/serve.ts'];
/** A script for each of these; all other modules that are imported on demand are in one more. */
const OWN = { sql: 'src/sql/index.ts', pages: 'src/rest/app.ts' };
const OTHERS = 'others';
/** And one for each of these packages, which is read when something in it is asked for. */
const PACKAGES = { stemmers: 'snowball-stemmers' };

/** A folder for a moment. */
const CHUNKS = 'dist/chunks';

/** Writes dist/rockpool.cjs, dist/rockpool-sql.cjs, …; returns esbuild's metafiles of all the code in them. */
export async function buildCommand(shared) {
  // Chunks of modules as they are needed together. They are taken apart here, and put together below.
  const { metafile } = await build({
    ...shared,
    entryPoints: ['src/main.ts'],
    outdir: CHUNKS,
    external: [...shared.external, ...Object.values(PACKAGES)],
    splitting: true,
    format: 'esm',
  });
  const chunks = new Map();
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (path.endsWith('.js')) chunks.set(basename(path), output);
  }
  const metafiles = [metafile];
  const scripts = scriptsOf(chunks);
  for (const [script, names] of scripts) {
    const contents = script === 'rockpool' ? first(names, chunks) : later(names, chunks);
    const plugins = [packagesElsewhere, chunksElsewhere(names, scripts, chunks)];
    await buildScript(script, { ...shared, plugins }, contents);
  }
  for (const [script, name] of Object.entries(PACKAGES)) {
    const contents = `export const modules = {'${name}': () => require('${name}')};`;
    metafiles.push(await buildScript(`rockpool-${script}`, shared, contents));
  }
  rmSync(CHUNKS, { recursive: true });
  return metafiles;
}

/** Which chunks are in which script. */
function scriptsOf(chunks) {
  const entry = (source) => [...chunks].find(([, { entryPoint }]) => entryPoint === source)[0];
  const scriptOf = new Map();
  const put = (script, name) => {
    const before = scriptOf.get(name);
    if (before === script || before === 'rockpool') return;
    // What several scripts need is in the first.
    scriptOf.set(name, before === undefined ? script : 'rockpool');
    for (const { kind, path } of chunks.get(name).imports) {
      if (kind === 'import-statement' && chunks.has(basename(path))) put(scriptOf.get(name), basename(path));
    }
  };
  for (const source of FIRST) put('rockpool', entry(source));
  for (const [script, source] of Object.entries(OWN)) put(`rockpool-${script}`, entry(source));
  for (const [name, { entryPoint }] of chunks)
    if (entryPoint) put(scriptOf.get(name) ?? `rockpool-${OTHERS}`, name);
  const scripts = new Map();
  for (const [name, script] of scriptOf) scripts.set(script, [...(scripts.get(script) ?? []), name]);
  return scripts;
}

async function buildScript(script, options, contents) {
  const file = `dist/${script}.cjs`;
  const { metafile } = await build({
    ...options,
    stdin: { contents, resolveDir: CHUNKS },
    outfile: file,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: '(function(require,module,moduleUrl,shared){' },
    footer: { js: '})' },
  });
  // ASCII only: a script is read at one byte a character. What is left are letters in regular expressions.
  const escaped = (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped));
  return metafile;
}

/** The first script runs the command, and shares what its chunks export. */
function first(names, chunks) {
  const imports = [];
  const rows = [];
  names.forEach((name, i) => {
    const { entryPoint, exports } = chunks.get(name);
    if (entryPoint === FIRST[0]) imports.push(`import './${name}';`);
    if (entryPoint) return;
    imports.push(`import {${exports.map((key, j) => `${key} as c${i}_${j}`)}} from './${name}';`);
    rows.push(`'${name}': () => ({${exports.map((key, j) => `${key}: c${i}_${j}`)}})`);
  });
  return `${imports.join('\n')}\nexport const shared = {${rows}};`;
}

/** Another one has what is imported on demand. */
function later(names, chunks) {
  const entries = names.filter((name) => chunks.get(name).entryPoint);
  return `export const modules = {${entries.map((name) => `'${name}': () => require('./${name}')`)}};`;
}

/** Chunks of the first script are taken from what it shares; those of others are required by launch.cjs. */
function chunksElsewhere(names, scripts, chunks) {
  return {
    name: 'chunks-elsewhere',
    setup(plugin) {
      plugin.onResolve({ filter: /^\.\// }, ({ path }) => {
        const name = basename(path);
        if (names.includes(name)) return null;
        const script = [...scripts].find(([, inIt]) => inIt.includes(name))[0];
        if (script === 'rockpool') return { path: name, namespace: 'shared' };
        return { path: `${script}#${name}`, external: true };
      });
      plugin.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
        contents: `export const {${chunks.get(path).exports}} = shared['${path}']();`,
      }));
    },
  };
}

const packagesElsewhere = {
  name: 'packages-elsewhere',
  setup(plugin) {
    for (const [script, name] of Object.entries(PACKAGES)) {
      plugin.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: script }));
      plugin.onLoad({ filter: /./, namespace: script }, () => ({
        contents: `export default new Proxy({}, {get: (_, key) => require('rockpool-${script}#${name}')[key]});`,
      }));
    }
    plugin.onResolve({ filter: /^rockpool-.*#/ }, ({ path }) => ({ path, external: true }));
  },
};
