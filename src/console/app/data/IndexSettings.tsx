import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { SettingForm, SettingLine } from '../ui/SettingLine.tsx';
import { Loaded } from '../ui/states.tsx';

type Values = Readonly<Record<string, unknown>>;
type SettingsAnswer = Readonly<Record<string, { readonly settings: Values; readonly defaults?: Values }>>;

/** These are facts of the index; nobody sets them. */
const FACTS = /^index\.(?:uuid|version\.|creation_date|provided_name|history)/;

interface Row {
  readonly key: string;
  readonly value: string;
  readonly isDefault: boolean;
}

function rowsOf(answer: SettingsAnswer): readonly Row[] {
  const [found] = Object.values(answer);
  const row =
    (isDefault: boolean) =>
    ([key, value]: [string, unknown]): Row => ({
      key,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      isDefault,
    });
  return [
    ...Object.entries(found.settings).map(row(false)),
    ...Object.entries(found.defaults ?? {}).map(row(true)),
  ];
}

/** What is set, and on demand the defaults. Each can be changed; the server says which cannot. */
export function IndexSettings({ index }: { readonly index: string }) {
  const path = `/${segment(index)}/_settings`;
  const settings = useResource(
    (signal) =>
      call<SettingsAnswer>('GET', `${path}?flat_settings=true&include_defaults=true`, undefined, { signal }),
    path,
  );
  const [filter, setFilter] = useState('');
  const [hasDefaults, setHasDefaults] = useState(false);
  const wanted = filter.trim().toLowerCase();
  // Who looks for one by its name does not know whether it is set.
  const isShown = ({ key, value, isDefault }: Row): boolean =>
    `${key} ${value}`.toLowerCase().includes(wanted) && (!isDefault || hasDefaults || wanted !== '');
  const [edited, setEdited] = useState<string | null>(null);
  const change = async (key: string, value: string | null): Promise<void> => {
    const done = value === null ? `${key} is the default again` : `${key} is ${value}`;
    if (!(await attempt(() => call('PUT', path, { [key]: value }), done))) return;
    setEdited(null);
    settings.reload();
  };
  return (
    <>
      <div class="search-bar">
        <SearchField
          label="Filter settings"
          placeholder="Filter, such as refresh"
          value={filter}
          onChange={setFilter}
          class="grow mono"
        />
        <label class="row">
          <input
            type="checkbox"
            checked={hasDefaults}
            onChange={(event) => setHasDefaults(event.currentTarget.checked)}
          />
          with defaults
        </label>
      </div>
      <Loaded resource={settings}>
        {(answer) => (
          <ul class="settings">
            {rowsOf(answer)
              .filter(isShown)
              .map((row) => (
                <SettingLine
                  key={row.key}
                  name={row.key}
                  value={row.value}
                  setIn={row.isDefault ? null : 'set'}
                  isFixed={FACTS.test(row.key)}
                  isEdited={edited === row.key}
                  onEdit={setEdited}
                  onReset={() => void change(row.key, null)}
                >
                  <SettingForm
                    name={row.key}
                    value={row.value}
                    onSet={(value) => void change(row.key, value)}
                  />
                </SettingLine>
              ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
