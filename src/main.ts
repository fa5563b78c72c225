import { runCommandLine } from './cli/index.ts';
import { checkDataFolder, openNode, plantDemo } from './node/index.ts';

void runCommandLine(process.argv.slice(2), { openNode, checkData: checkDataFolder, plantDemo }).then(
  (code) => {
    process.exitCode = code;
  },
);
