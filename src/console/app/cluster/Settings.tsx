import { useState } from 'preact/hooks';
import { call } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

type Level = 'transient' | 'persistent';
type SettingsAnswer = Readonly<Record<Level | 'defaults', Readonly<Record<string, unknown>>>>;

interface SettingRow {
  readonly key: string;
  readonly value: string;
  readonly from: Level | 'default';
}

async function readSettings(signal: AbortSignal): Promise<readonly SettingRow[]> {
  const path = '/_cluster/settings?flat_settings=true&include_defaults=true';
  const answer = await call<SettingsAnswer>('GET', path, undefined, { signal });
  const rows = new Map<string, SettingRow>();
  const add = (from: SettingRow['from'], values: Readonly<Record<string, unknown>>): void => {
    for (const [key, value] of Object.entries(values)) rows.set(key, { key, value: textOf(value), from });
  };
  add('default', answer.defaults);
  add('persistent', answer.persistent);
  add('transient', answer.transient);
  return [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Every cluster setting with the value in force; each can be changed here. */
export function Settings() {
  const settings = useResource(readSettings, 'all');
  const [filter, setFilter] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const change = async (level: Level, key: string, value: string | null): Promise<void> => {
    const done = value === null ? `${key} is not set any more` : `${key} is ${value}`;
    if (!(await attempt(() => call('PUT', '/_cluster/settings', { [level]: { [key]: value } }), done)))
      return;
    setEdited(null);
    settings.reload();
  };
  return (
    <>
      <div class="search-bar">
        <SearchField
          label="Filter settings"
          placeholder="Filter, such as knn"
          value={filter}
          onChange={setFilter}
          class="grow mono"
        />
      </div>
      <Loaded resource={settings} lines={12}>
        {(rows) => {
          const wanted = filter.trim().toLowerCase();
          const shown = rows.filter(({ key, value }) => `${key} ${value}`.toLowerCase().includes(wanted));
          if (shown.length === 0) return <Empty title="No setting has this in its name or value" />;
          return (
            <ul class="settings">
              {shown.map((row) => (
                <SettingLine
                  key={row.key}
                  row={row}
                  isEdited={edited === row.key}
                  onEdit={setEdited}
                  onChange={change}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

interface LineProps {
  readonly row: SettingRow;
  readonly isEdited: boolean;
  readonly onEdit: (key: string | null) => void;
  readonly onChange: (level: Level, key: string, value: string | null) => Promise<void>;
}

function SettingLine({ row, isEdited, onEdit, onChange }: LineProps) {
  const { key, value, from } = row;
  return (
    <li class="setting">
      <span class="mono">{key}</span>
      <span class="mono setting-value">{value}</span>
      {from === 'default' ? <span class="card-note">default</span> : <span class="badge accent">{from}</span>}
      <span class="row end">
        {from !== 'default' && (
          <button type="button" class="small" onClick={() => void onChange(from, key, null)}>
            Reset<span class="hidden"> {key}</span>
          </button>
        )}
        <button
          type="button"
          class="small"
          aria-expanded={isEdited}
          onClick={() => onEdit(isEdited ? null : key)}
        >
          Change<span class="hidden"> {key}</span>
        </button>
      </span>
      {isEdited && <SettingForm row={row} onChange={onChange} />}
    </li>
  );
}

function SettingForm({ row, onChange }: Pick<LineProps, 'row' | 'onChange'>) {
  const [value, setValue] = useState(row.value);
  const [level, setLevel] = useState<Level>(row.from === 'persistent' ? 'persistent' : 'transient');
  const submit = (event: Event): void => {
    event.preventDefault();
    void onChange(level, row.key, value);
  };
  return (
    <form class="row setting-form" onSubmit={submit}>
      <input
        class="grow mono"
        aria-label={`Value of ${row.key}`}
        value={value}
        ref={(input) => input?.focus()}
        onInput={(event) => setValue(event.currentTarget.value)}
      />
      <select
        aria-label="How long it holds"
        value={level}
        onChange={(event) => setLevel(event.currentTarget.value as Level)}
      >
        <option value="transient">until the end of the process</option>
        <option value="persistent">for good</option>
      </select>
      <button type="submit" class="primary">
        Set
      </button>
    </form>
  );
}
