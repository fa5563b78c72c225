import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/**
 * Node's own import of TypeScript, for the workers of the tests: nothing stands between the modules then, and what one
 * process has compiled is there for the others of the run.
 */

const folder = process.env.ROCKPOOL_COMPILED;

const options = {
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: {
    compilerOptions: { verbatimModuleSyntax: true, jsx: 'react-jsx', jsxImportSource: 'preact' },
  },
};

async function compile(path, source) {
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const { code } = await transform(source, { ...options, loader, sourcefile: path });
  return code;
}

async function compiled(path) {
  const source = readFileSync(path, 'utf8');
  if (folder === undefined) return compile(path, source);
  const kept = join(folder, createHash('sha256').update(path).update(source).digest('hex'));
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const code = await compile(path, source);
    // Whole or not at all: another process may look for it now.
    writeFileSync(`${kept}.${process.pid}`, code);
    renameSync(`${kept}.${process.pid}`, kept);
    return code;
  }
}

export async function load(url, context, next) {
  const { pathname } = new URL(url);
  if (!/\.tsx?$/.test(pathname) || pathname.includes('/node_modules/')) return next(url, context);
  const source = await compiled(fileURLToPath(new URL(pathname, 'file:')));
  return { format: 'module', source, shortCircuit: true };
}

/** Paths are written as they are: there is nothing to look for. */
export function resolve(specifier, context, next) {
  if (!/^\.\.?\/.*\.tsx?$/.test(specifier)) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
}
