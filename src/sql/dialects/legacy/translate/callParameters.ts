import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import { argumentName } from './names.ts';
import { refuse } from './refuse.ts';

/** An argument that a function cannot do without. */
export function requiredArgument(call: CallNode, index: number): ExpressionNode {
  const argument = call.args[index];
  if (argument === undefined) throw refuse(`Function [${call.name.toUpperCase()}] needs more parameters`);
  return argument;
}

/** The named parameters of a bucket function, however the parser hands them over. */
export function namedParameters(call: CallNode): ReadonlyMap<string, ExpressionNode> {
  return new Map(writtenParameters(call));
}

/** The named parameters in the order of the text; a name may occur twice. */
export function writtenParameters(call: CallNode): (readonly [name: string, value: ExpressionNode])[] {
  const options = call.options.map(({ name, value }) => [name, value] as const);
  const compared = call.args.flatMap((argument) =>
    argument.kind === 'comparison' && argument.operator === '='
      ? [[argumentName(argument.left), argument.right] as const]
      : [],
  );
  return [...options, ...compared];
}

/** The positional parameters of a bucket function. */
export function positionalParameters(call: CallNode): readonly ExpressionNode[] {
  return call.args.filter((argument) => argument.kind !== 'comparison');
}
