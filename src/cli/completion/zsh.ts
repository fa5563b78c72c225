import type { DescribedCommand, DescribedOption, ValueKind } from './described.ts';

const ZSH_VALUES: Readonly<Record<ValueKind, string>> = {
  none: '',
  file: '_files',
  folder: '_files -/',
  text: ' ',
};

/** The script by which zsh completes `rockpool`. */
export function zsh(commands: readonly DescribedCommand[]): string {
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
