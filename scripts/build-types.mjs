// dist/library/*.d.ts: what a program sees of the library, in one file and an entry each for the test runners.
// What is marked @internal is left out, and with it the rooms behind the library's face.
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const bundle = await rollup({
  input: {
    index: 'src/index.ts',
    vitest: 'src/vitest.ts',
    jest: 'src/jest.ts',
    mocha: 'src/mocha.ts',
    'node-test': 'src/nodeTest.ts',
  },
  external: [/^node:/, 'vitest'],
  plugins: [dts({ tsconfig: 'tsconfig.json', compilerOptions: { stripInternal: true } })],
  onwarn: ({ message }) => {
    throw new Error(message);
  },
});
// A program's own `lib` may be older than disposables.
const banner = '/// <reference lib="esnext.disposable" />';
await bundle.write({ dir: 'dist/library', chunkFileNames: 'types.d.ts', banner });
