import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { Empty, Loaded } from '../ui/states.tsx';

type AliasAnswer = Readonly<
  Record<string, { readonly aliases: Readonly<Record<string, Readonly<Record<string, unknown>>>> }>
>;

/** The other names of an index. */
export function Aliases({ index }: { readonly index: string }) {
  const path = `/${segment(index)}/_alias`;
  const aliases = useResource((signal) => call<AliasAnswer>('GET', path, undefined, { signal }), path);
  const [name, setName] = useState('');
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const added = call.bind(null, 'PUT', `${path}/${segment(name)}`);
    if (!(await attempt(added, `${index} is called ${name}, too`))) return;
    setName('');
    aliases.reload();
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
      <form class="search-bar" onSubmit={(event) => void add(event)}>
        <input
          class="grow mono"
          aria-label="New alias"
          placeholder="New alias"
          required
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit">Add</button>
      </form>
      <Loaded resource={aliases}>
        {(answer) => {
          const own = Object.entries(answer[index]?.aliases ?? {});
          if (own.length === 0)
            return <Empty title="It has no aliases">Searches find it by an alias, too.</Empty>;
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
