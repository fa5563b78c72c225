import { runCommandLine } from './cli/index.ts';
import { checkDataFolder, openNode } from './node/index.ts';

void runCommandLine(process.argv.slice(2), { openNode, checkData: checkDataFolder }).then((code) => {
  process.exitCode = code;
});
