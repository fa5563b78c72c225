import { useState } from 'preact/hooks';
import { call } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { SettingForm, SettingLine } from '../ui/SettingLine.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

type Level = 'transient' | 'persistent';
type SettingsAnswer = Readonly<Record<Level | 'defaults', Readonly<Record<string, unknown>>>>;

interface SettingRow {
  readonly key: string;
  readonly value: string;
  /** null: nowhere, this is its default. */
  readonly from: Level | null;
}

async function readSettings(signal: AbortSignal): Promise<readonly SettingRow[]> {
  const path = '/_cluster/settings?flat_settings=true&include_defaults=true';
  const answer = await call<SettingsAnswer>('GET', path, undefined, { signal });
  const rows = new Map<string, SettingRow>();
  const add = (from: SettingRow['from'], values: Readonly<Record<string, unknown>>): void => {
    for (const [key, value] of Object.entries(values)) rows.set(key, { key, value: textOf(value), from });
  };
  add(null, answer.defaults);
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
                  name={row.key}
                  value={row.value}
                  setIn={row.from}
                  isEdited={edited === row.key}
                  onEdit={setEdited}
                  onReset={() => row.from !== null && void change(row.from, row.key, null)}
                >
                  <LevelForm row={row} onChange={change} />
                </SettingLine>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

interface FormProps {
  readonly row: SettingRow;
  readonly onChange: (level: Level, key: string, value: string) => Promise<void>;
}

/** The value, and how long it holds. */
function LevelForm({ row, onChange }: FormProps) {
  const [level, setLevel] = useState<Level>(row.from === 'persistent' ? 'persistent' : 'transient');
  return (
    <SettingForm name={row.key} value={row.value} onSet={(value) => void onChange(level, row.key, value)}>
      <select
        aria-label="How long it holds"
        value={level}
        onChange={(event) => setLevel(event.currentTarget.value as Level)}
      >
        <option value="transient">until the end of the process</option>
        <option value="persistent">for good</option>
      </select>
    </SettingForm>
  );
}
