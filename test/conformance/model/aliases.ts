import fc from 'fast-check';
import { aliasNames, colours, indexNames } from './arbitraries.ts';
import type { Model } from './model.ts';
import { outcome, type Real } from './real.ts';
import { same } from './same.ts';
import { type Row, row } from './step.ts';

type Action =
  | {
      readonly add: {
        readonly index: string;
        readonly alias: string;
        readonly is_write_index?: boolean;
        readonly filter?: { readonly term: { readonly k: string } };
      };
    }
  | { readonly remove: { readonly index: string; readonly alias: string } };

type Aliases = Model['aliases'];

const NO_INDEX = { status: 404, error: 'index_not_found_exception' };
const NO_ALIAS = { status: 404, error: 'aliases_not_found_exception' };
const TWO_WRITERS = { status: 500, error: 'illegal_state_exception' };

/** All actions or none. */
function change(
  model: Model,
  actions: readonly Action[],
): { readonly status: number; readonly error: string } | null {
  const aliases: Aliases = new Map([...model.aliases].map(([alias, indices]) => [alias, new Map(indices)]));
  let isIdle = true;
  for (const action of actions) {
    const { index, alias } = 'add' in action ? action.add : action.remove;
    if (!model.indices.has(index)) return NO_INDEX;
    // What is to be removed is looked for among the aliases as they were before the request.
    if ('add' in action || model.aliases.get(alias)?.has(index)) isIdle = false;
    if ('add' in action) {
      const { is_write_index: isWrite, filter } = action.add;
      const added = { isWrite, colour: filter?.term.k ?? null };
      aliases.set(alias, (aliases.get(alias) ?? new Map()).set(index, added));
    } else if (model.aliases.get(alias)?.has(index)) aliases.get(alias)?.delete(index);
  }
  if (isIdle) return NO_ALIAS;
  for (const [alias, indices] of aliases) {
    if ([...indices.values()].filter(({ isWrite }) => isWrite).length > 1) return TWO_WRITERS;
    if (indices.size === 0) aliases.delete(alias);
  }
  model.aliases.clear();
  for (const [alias, indices] of aliases) model.aliases.set(alias, indices);
  return null;
}

async function runActions(model: Model, real: Real, actions: readonly Action[]): Promise<void> {
  const answer = await real.ask<{ acknowledged: boolean }>('POST', '/_aliases', { actions });
  const failed = change(model, actions);
  same(
    outcome(answer, ({ acknowledged }) => acknowledged),
    failed ?? { status: 200, answer: true },
  );
  const { body } = await real.ask<Record<string, { aliases: Record<string, object> }>>('GET', '/_alias');
  const found = Object.entries(body).flatMap(([index, { aliases }]) =>
    Object.keys(aliases).map((alias) => `${alias} ${index}`),
  );
  const expected = [...model.aliases].flatMap(([alias, indices]) =>
    [...indices.keys()].map((index) => `${alias} ${index}`),
  );
  same(found.sort(), expected.sort());
}

const add = fc
  .record({
    index: indexNames,
    alias: aliasNames,
    is_write_index: fc.constantFrom(undefined, undefined, true, false),
    colour: fc.option(colours),
  })
  .map(({ is_write_index, colour, ...rest }): Action => {
    const filter = colour === null ? {} : { filter: { term: { k: colour } } };
    return { add: { ...rest, ...filter, ...(is_write_index === undefined ? {} : { is_write_index }) } };
  });
const remove = fc
  .record({ index: indexNames, alias: aliasNames })
  .map((removed): Action => ({ remove: removed }));

/** From one index to another at once, as programs do when they have built a new one. */
const switched = fc
  .tuple(aliasNames, fc.constantFrom(['a', 'b'], ['b', 'a']))
  .map(([alias, [from, to]]): Action[] => [
    { remove: { index: from, alias } },
    { add: { index: to, alias } },
  ]);

export const aliases: readonly Row[] = [
  row<readonly Action[]>({
    name: 'aliases',
    weight: 3,
    arbitrary: fc.oneof(
      { weight: 3, arbitrary: fc.array(fc.oneof(add, remove), { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: switched },
    ),
    run: runActions,
  }),
];
