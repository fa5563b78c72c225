import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { AddBar } from './AddBar.tsx';

type AliasAnswer = Readonly<
  Record<string, { readonly aliases: Readonly<Record<string, Readonly<Record<string, unknown>>>> }>
>;

/** The other names of an index. */
export function Aliases({ index }: { readonly index: string }) {
  const path = `/${segment(index)}/_alias`;
  const aliases = useResource((signal) => call<AliasAnswer>('GET', path, undefined, { signal }), path);
  const add = async (name: string): Promise<boolean> => {
    const send = () => call('PUT', `${path}/${segment(name)}`);
    const isDone = await attempt(send, `${name} is an alias of ${index}`);
    if (isDone) aliases.reload();
    return isDone;
  };
  const remove = async (alias: string): Promise<void> => {
    await attempt(
      () => call('DELETE', `${path}/${segment(alias)}`),
      `${index} is not called ${alias} any more`,
    );
    aliases.reload();
  };
  return (
    <>
      <AddBar label="New alias" placeholder="New alias" button="Add" onAdd={add} />
      <Loaded resource={aliases}>
        {(answer) => {
          const own = Object.entries(answer[index]?.aliases ?? {});
          if (own.length === 0)
            return <Empty title="No aliases yet">An alias is another name for the index.</Empty>;
          return (
            <ul class="rows">
              {own.map(([alias, facts]) => (
                <li key={alias}>
                  <span class="mono">{alias}</span>
                  <span class="mono muted grow">
                    {Object.keys(facts).length > 0 && JSON.stringify(facts)}
                  </span>
                  <button type="button" class="small" onClick={() => void remove(alias)}>
                    Remove<span class="hidden"> {alias}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}
