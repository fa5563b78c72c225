import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { SearchField } from '../ui/SearchField.tsx';
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
                  row={row}
                  isEdited={edited === row.key}
                  onEdit={setEdited}
                  onChange={change}
                />
              ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

interface LineProps {
  readonly row: Row;
  readonly isEdited: boolean;
  readonly onEdit: (key: string | null) => void;
  readonly onChange: (key: string, value: string | null) => Promise<void>;
}

function SettingLine({ row: { key, value, isDefault }, isEdited, onEdit, onChange }: LineProps) {
  const [typed, setTyped] = useState(value);
  return (
    <li class="setting">
      <span class="mono">{key}</span>
      <span class="mono setting-value">{value}</span>
      {isDefault ? <span class="card-note">default</span> : <span class="badge accent">set</span>}
      <span class="row end">
        {!isDefault && !FACTS.test(key) && (
          <button type="button" class="small" onClick={() => void onChange(key, null)}>
            Reset<span class="hidden"> {key}</span>
          </button>
        )}
        {!FACTS.test(key) && (
          <button
            type="button"
            class="small"
            aria-expanded={isEdited}
            onClick={() => {
              setTyped(value);
              onEdit(isEdited ? null : key);
            }}
          >
            Change<span class="hidden"> {key}</span>
          </button>
        )}
      </span>
      {isEdited && (
        <form
          class="row setting-form"
          onSubmit={(event) => {
            event.preventDefault();
            void onChange(key, typed);
          }}
        >
          <input
            class="grow mono"
            aria-label={`Value of ${key}`}
            value={typed}
            ref={(input) => input?.focus()}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="primary">
            Set
          </button>
        </form>
      )}
    </li>
  );
}
