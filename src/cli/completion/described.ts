import type { Command, Option } from 'commander';

/** What may follow an option or stand as an argument. */
export type ValueKind = 'none' | 'file' | 'folder' | 'text';

export interface DescribedOption {
  /** `-o`, `--output`. */
  readonly flags: readonly string[];
  readonly doc: string;
  readonly value: ValueKind;
  readonly choices: readonly string[];
  readonly isRepeatable: boolean;
}

/** A command as shells complete it. */
export interface DescribedCommand {
  readonly name: string;
  readonly doc: string;
  readonly options: readonly DescribedOption[];
  /** Of its first argument. */
  readonly choices: readonly string[];
  readonly argument: ValueKind;
}

/** A command with its options; those of the commands below it count as its own, and their names as its arguments. */
export function describedCommand(command: Command): DescribedCommand {
  const parts = [command, ...command.commands];
  const options = new Map(parts.flatMap((part) => part.options).map((option) => [option.long, option]));
  const [argument] = command.registeredArguments;
  return {
    name: command.name(),
    doc: command.description(),
    options: [...options.values()].map(describedOption),
    choices: [...(argument?.argChoices ?? []), ...command.commands.map((part) => part.name())],
    argument: argument === undefined ? 'none' : kindOf(argument.name(), argument.description),
  };
}

function describedOption(option: Option): DescribedOption {
  const { short, long, flags, description, argChoices = [], required, optional } = option;
  const [, name = ''] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? [];
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    doc: description,
    value: required || optional ? kindOf(name, '') : 'none',
    choices: argChoices,
    isRepeatable: option.parseArg !== undefined && /repeat/.test(description),
  };
}

function kindOf(name: string, doc: string): ValueKind {
  if (/folder/.test(name)) return 'folder';
  return /file/.test(name) || /@FILE/.test(doc) ? 'file' : 'text';
}
