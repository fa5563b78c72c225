import type { DescribedCommand, DescribedOption, ValueKind } from './described.ts';

/** Writes the script by which a shell completes `rockpool`. */
type Script = (commands: readonly DescribedCommand[]) => string;

export type ShellName = 'bash' | 'zsh' | 'fish';

export const scripts: Readonly<Record<ShellName, Script>> = { bash, zsh, fish };

const GLOBAL = ['--help', '--version'];

function bash(commands: readonly DescribedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options.filter(({ value }) => value !== 'none').map((option) => bashValue(name, option)),
  );
  const cases = commands.map((command) => {
    const flags = command.options.flatMap((option) => option.flags);
    return `    ${command.name}) options='${flags.join(' ')} --help'; words='${command.choices.join(' ')}'; ${
      command.argument === 'file' || command.argument === 'folder' ? 'files=1' : 'files='
    } ;;`;
  });
  return `# bash completion of rockpool: source <(rockpool completion bash)
_rockpool() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local options words files
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W '${commands.map(({ name }) => name).join(' ')} ${GLOBAL.join(' ')}' -- "$current") )
    return
  fi
  case "$command $previous" in
${values.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
    *) return ;;
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=( $(compgen -W "$options" -- "$current") )
  elif [[ -n $words ]]; then
    COMPREPLY=( $(compgen -W "$words" -- "$current") )
  elif [[ -n $files ]]; then
    COMPREPLY=( $(compgen -f -- "$current") )
  fi
}
complete -o filenames -F _rockpool rockpool
`;
}

const BASH_VALUES: Readonly<Record<ValueKind, string>> = {
  none: '',
  file: 'COMPREPLY=( $(compgen -f -- "$current") )',
  folder: 'COMPREPLY=( $(compgen -d -- "$current") )',
  text: '',
};

function bashValue(command: string, { flags, value, choices }: DescribedOption): string {
  const pattern = flags.map((flag) => `'${command} ${flag}'`).join('|');
  const reply =
    choices.length > 0
      ? `COMPREPLY=( $(compgen -W '${choices.join(' ')}' -- "$current") )`
      : BASH_VALUES[value];
  return `    ${pattern}) ${reply === '' ? 'return' : `${reply}; return`} ;;`;
}

const ZSH_VALUES: Readonly<Record<ValueKind, string>> = {
  none: '',
  file: '_files',
  folder: '_files -/',
  text: ' ',
};

function zsh(commands: readonly DescribedCommand[]): string {
  const list = commands.map(({ name, doc }) => `    '${zshText(`${name}:${doc}`)}'`);
  const cases = commands.map((command) => {
    const { choices, argument } = command;
    const rest = choices.length > 0 ? `(${choices.join(' ')})` : ZSH_VALUES[argument];
    const specs = [
      ...command.options.map(zshOption),
      "'--help[show the help]'",
      ...(argument === 'none' && choices.length === 0 ? [] : [`'*:argument:${rest}'`]),
    ];
    return `    ${command.name})\n      _arguments \\\n        ${specs.join(' \\\n        ')} ;;`;
  });
  return `#compdef rockpool
# zsh completion of rockpool: rockpool completion zsh > "\${fpath[1]}/_rockpool"
_rockpool() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
compdef _rockpool rockpool
`;
}

function zshOption({ flags, doc, value, choices, isRepeatable }: DescribedOption): string {
  const names = flags.length > 1 && !isRepeatable ? `'(${flags.join(' ')})'{${flags.join(',')}}` : null;
  const action = choices.length > 0 ? `(${choices.join(' ')})` : ZSH_VALUES[value];
  const spec = `[${zshText(doc).replaceAll(/[[\]]/g, '\\$&')}]${value === 'none' ? '' : `:value:${action}`}`;
  return names ? `${names}'${spec}'` : `'${isRepeatable ? '*' : ''}${flags.at(-1)}${spec}'`;
}

function zshText(text: string): string {
  return text.replaceAll("'", '’');
}

function fish(commands: readonly DescribedCommand[]): string {
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
