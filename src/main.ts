import { createProgram } from './cli/index.ts';
import { checkDataFolder, openNode } from './node/index.ts';

await createProgram({ openNode, checkData: checkDataFolder }).parseAsync(process.argv);
