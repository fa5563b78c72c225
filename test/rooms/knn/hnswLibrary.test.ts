import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processorFlags } from '../../../src/common/index.ts';
import { loadHnswLibrary } from '../../../src/knn/index.ts';

const compiled = createRequire(import.meta.url).resolve('hnswlib-node/build/Release/addon.node');

describe('the graph library', () => {
  let folder: string;
  const builds = (): string => join(folder, `prebuilds/${process.platform}-${process.arch}`);
  const load = () => loadHnswLibrary(pathToFileURL(join(folder, 'library/index.js')).href);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rockpool-library-'));
    mkdirSync(builds(), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is not there where nothing is', () => {
    expect(load()).toBeNull();
  });

  it('is the build beside the code', () => {
    copyFileSync(compiled, join(builds(), 'baseline.node'));
    expect(load()?.HierarchicalNSW).toBeTypeOf('function');
  });

  it('is the next one when a build does not load', () => {
    writeFileSync(join(builds(), 'x86-64-v3.node'), 'of another system');
    writeFileSync(join(builds(), 'baseline.node'), 'of another system');
    expect(load()).toBeNull();
    const installed = join(folder, 'node_modules/hnswlib-node/index.js');
    mkdirSync(dirname(installed), { recursive: true });
    writeFileSync(installed, 'exports.HierarchicalNSW = class {}');
    expect(load()?.HierarchicalNSW).toBeTypeOf('function');
  });

  it('knows what the processor can do', () => {
    const file = join(folder, 'cpuinfo');
    writeFileSync(
      file,
      'processor\t: 0\nflags\t\t: fpu avx2 fma\nbugs\t\t:\n\nprocessor\t: 1\nflags\t\t: sse\n',
    );
    expect([...processorFlags(file)]).toEqual(['fpu', 'avx2', 'fma']);
    expect(processorFlags(join(folder, 'none')).has('avx2')).toBe(false);
  });
});
