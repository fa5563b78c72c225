import type { Mutant } from './mutants.ts';

const INTERLEAVINGS = 'test/rooms/knn/interleavings.test.ts';

/** Faults of graphs in memory that only show when several things happen at once. */
export const knnMutants: readonly Mutant[] = [
  {
    name: 'a graph enters the cache whatever its owner says',
    file: 'src/knn/ownerToken.ts',
    find: '    return this.#owners.every(({ ended }) => ended === null);\n',
    replace: '    return true;\n',
    test: INTERLEAVINGS,
    catches: 'deleted during the load',
  },
  {
    name: 'a rebuilt cache keeps what was being loaded before',
    file: 'src/knn/nativeMemoryCache.ts',
    find: 'new OwnerToken(key.owner, era)',
    replace: 'new OwnerToken(key.owner)',
    test: 'test/rooms/knn/nativeMemoryCache.test.ts',
    catches: 'across a rebuild',
  },
  {
    name: 'the memory of an evicted graph stays reserved',
    file: 'src/knn/nativeMemoryCache.ts',
    find: '  memory?.release();\n',
    replace: '',
    test: INTERLEAVINGS,
    catches: 'closed once',
  },
  {
    name: 'the memory of a failed load stays reserved',
    file: 'src/knn/graphStore.ts',
    find: '      memory?.release();\n',
    replace: '',
    test: INTERLEAVINGS,
    catches: 'closed once',
  },
  {
    name: 'a warmup loads beside the searches',
    file: 'src/knn/warmup.ts',
    find: '    await node.cache.use(\n',
    replace: `    const own = await node.load(source, owner);
    own.graph.close();
    own.memory?.release();
    await node.cache.use(\n`,
    test: INTERLEAVINGS,
    catches: 'loaded once',
  },
  {
    name: 'a load does not wait for room',
    file: 'src/knn/nativeBudget.ts',
    find: 'if (used + head.bytes <= total)',
    replace: "if (head.use === 'load' || used + head.bytes <= total)",
    test: INTERLEAVINGS,
    catches: 'reserved before',
  },
  {
    name: 'a build does not ask the budget',
    file: 'src/knn/nativeBudget.ts',
    find: '    this.#bytes[use] += bytes;\n',
    replace: "    if (use === 'load') this.#bytes[use] += bytes;\n",
    test: INTERLEAVINGS,
    catches: 'reserved before',
  },
  {
    name: 'what waits for room is forgotten when memory is released',
    file: 'src/knn/nativeBudget.ts',
    find: '      );\n    }\n    this.#serve();\n',
    replace: '      );\n    }\n',
    test: INTERLEAVINGS,
    catches: 'loaded once',
  },
  {
    name: 'a load waits for a closed node',
    file: 'src/knn/nativeBudget.ts',
    find: '    for (const { reject } of left) reject(nodeClosed());\n',
    replace: '',
    test: INTERLEAVINGS,
    catches: 'loaded once',
  },
];
