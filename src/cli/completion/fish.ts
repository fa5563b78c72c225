import type { DescribedCommand, DescribedOption } from './described.ts';

/** The script by which fish completes `rockpool`. */
export function fish(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const within = `-n '__fish_seen_subcommand_from ${command.name}'`;
    const { choices, argument } = command;
    return [
      `complete -c rockpool -n __fish_use_subcommand -a ${command.name} -d ${fishText(command.doc)}`,
      ...command.options.map((option) => `complete -c rockpool ${within} ${fishOption(option)}`),
      ...(choices.length > 0 ? [`complete -c rockpool ${within} -a '${choices.join(' ')}'`] : []),
      ...(argument === 'file' || argument === 'folder' ? [`complete -c rockpool ${within} -F`] : []),
    ];
  });
  return `# fish completion of rockpool: rockpool completion fish > ~/.config/fish/completions/rockpool.fish
complete -c rockpool -f
${lines.join('\n')}
`;
}

function fishOption({ flags, doc, value, choices }: DescribedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const takes = value === 'none' ? '' : value === 'text' ? ' -x' : ' -r -F';
  const list = choices.length > 0 ? ` -a '${choices.join(' ')}'` : '';
  return `${names.join(' ')}${takes}${list} -d ${fishText(doc)}`;
}

function fishText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
