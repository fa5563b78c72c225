import type { DescribedCommand, DescribedOption, ValueKind } from './described.ts';

const GLOBAL = ['--help', '--version'];

/** The script by which bash completes `rockpool`. */
export function bash(commands: readonly DescribedCommand[]): string {
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
