import { Argument, Command } from 'commander';
import { commandTable } from '../commandTable.ts';
import { type DescribedCommand, describedCommand } from '../completion/described.ts';
import { type ShellName, scripts } from '../completion/scripts.ts';
import type { CliContext, CommandModule } from '../types.ts';

/** `rockpool completion`: a script by which a shell completes commands, options and their values. */
export const completion: CommandModule = {
  examples: [
    {
      run: 'rockpool completion fish > ~/.config/fish/completions/rockpool.fish',
      doc: 'for all sessions of fish',
    },
    { run: 'source <(rockpool completion bash)', doc: 'in ~/.bashrc; with zsh in ~/.zshrc' },
  ],
  define(command, context) {
    command
      .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
      .action(async (shell: ShellName) => {
        context.terminal.output.write(scripts[shell](await describedCommands(context)));
      });
  },
};

/** Every command with its options, from its own definition. */
async function describedCommands(context: CliContext): Promise<readonly DescribedCommand[]> {
  return Promise.all(
    commandTable.map(async ({ name, doc, load }) => {
      const command = new Command(name).description(doc);
      (await load()).define(command, context);
      return describedCommand(command);
    }),
  );
}
