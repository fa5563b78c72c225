import { createProgram } from './cli/index.ts';
import { checkDataFolder, openNode } from './node/index.ts';

void createProgram({ openNode, checkData: checkDataFolder }).parseAsync(process.argv);
