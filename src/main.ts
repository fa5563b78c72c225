import { createProgram } from './cli/index.ts';
import { openNode } from './node/index.ts';

await createProgram({ openNode }).parseAsync(process.argv);
