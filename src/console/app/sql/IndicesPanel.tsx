import { useState } from 'preact/hooks';
import { type Field, quotedName } from '../../../statement/index.ts';
import { call, segment } from '../lib/api.ts';
import { count, counted, numberText } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { Empty, Loaded, Skeleton } from '../ui/states.tsx';
import { catalog, isCatalogKnown } from './catalog.ts';
import { fieldFacts, hasValues } from './fieldFacts.ts';

interface IndicesPanelProps {
  /** Puts a name where the cursor is. */
  readonly onInsert: (text: string) => void;
}

type Counts = ReadonlyMap<string, number>;

async function askCounts(signal: AbortSignal): Promise<Counts> {
  type Row = { readonly index: string; readonly 'docs.count': string | null };
  const rows = await call<readonly Row[]>('GET', '/_cat/indices?format=json&h=index,docs.count', undefined, {
    signal,
  });
  return new Map(rows.map((row) => [row.index, Number(row['docs.count'] ?? 0)]));
}

/** The indices with their fields; a press on a name puts it into the statement. */
export function IndicesPanel({ onInsert }: IndicesPanelProps) {
  const [filter, setFilter] = useState('');
  const counts = useResource(askCounts, '');
  if (!isCatalogKnown.value) return <Skeleton lines={6} />;
  const { tables } = catalog.value;
  if (tables.size === 0)
    return <Empty title="No indices yet">The Data view takes JSON, NDJSON and CSV files.</Empty>;
  const wanted = filter.toLowerCase();
  const has = (name: string): boolean => name.toLowerCase().includes(wanted);
  const shown = [...tables].filter(
    ([name, fields]) => has(name) || (wanted !== '' && fields.some((field) => has(field.name))),
  );
  return (
    <div class="stack indices">
      <SearchField
        label="Filter indices and fields"
        placeholder="Filter indices and fields"
        value={filter}
        onChange={setFilter}
      />
      {shown.length === 0 && <Empty title="No index or field has this name" />}
      <ul>
        {shown.map(([name, fields]) => (
          <Index
            key={name}
            name={name}
            fields={wanted === '' || has(name) ? fields : fields.filter((field) => has(field.name))}
            docs={counts.data?.get(name) ?? null}
            isFirst={shown.length === 1 || (wanted !== '' && !has(name))}
            onInsert={onInsert}
          />
        ))}
      </ul>
    </div>
  );
}

interface IndexProps extends IndicesPanelProps {
  readonly name: string;
  readonly fields: readonly Field[];
  /** null: not known, as of an alias. */
  readonly docs: number | null;
  /** Open from the start. */
  readonly isFirst: boolean;
}

function Index({ name, fields, docs, isFirst, onInsert }: IndexProps) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen || isFirst;
  return (
    <li>
      <NameRow
        name={name}
        note={docs === null ? counted(fields.length, 'field') : counted(docs, 'document')}
        opens="Fields"
        isOpen={shown}
        onToggle={() => setIsOpen(!isOpen)}
        onInsert={onInsert}
      />
      {shown && (
        <ul class="fields">
          {fields.map((field) => (
            <FieldRow key={field.name} index={name} field={field} fields={fields} onInsert={onInsert} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface NameRowProps extends IndicesPanelProps {
  readonly name: string;
  readonly note: string;
  /** What the arrow shows below the row; null: there is nothing, and no arrow. */
  readonly opens: 'Fields' | 'Values' | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A name that can be inserted, with an arrow before it and a note behind it. */
function NameRow({ name, note, opens, isOpen, onToggle, onInsert }: NameRowProps) {
  return (
    <div class="index-row">
      {opens === null ? (
        <span class="arrow" />
      ) : (
        <button
          type="button"
          class="quiet arrow"
          aria-expanded={isOpen}
          aria-label={`${opens} of ${name}`}
          onClick={onToggle}
        >
          {isOpen ? '▾' : '▸'}
        </button>
      )}
      <button
        type="button"
        class="quiet name"
        title={`Insert ${name}`}
        onClick={() => onInsert(quotedName(name))}
      >
        {name}
      </button>
      <span class="card-note">{note}</span>
    </div>
  );
}

interface FieldRowProps extends IndicesPanelProps {
  readonly index: string;
  readonly field: Field;
  readonly fields: readonly Field[];
}

function FieldRow({ index, field, fields, onInsert }: FieldRowProps) {
  const { name, type, dimension } = field;
  const [isOpen, setIsOpen] = useState(false);
  const isObject = type === 'object' || type === 'nested';
  return (
    <li>
      <NameRow
        name={name}
        note={dimension === null ? type : `${type}(${dimension})`}
        opens={isObject ? null : 'Values'}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        onInsert={onInsert}
      />
      {isOpen && <Values index={index} field={field} fields={fields} />}
    </li>
  );
}

function Values({ index, field, fields }: Omit<FieldRowProps, 'onInsert'>) {
  const facts = useResource(
    (signal) => fieldFacts(segment(index), field, fields, signal),
    `${index} ${field.name}`,
  );
  return (
    <Loaded resource={facts} lines={2}>
      {({ filled, total, distinct, top }) => (
        <div class="values">
          <p class="card-note">
            In {count(filled)} of {counted(total, 'document')}
            {distinct !== null && `, ${counted(distinct, 'value')}`}
          </p>
          {!hasValues(field, fields) && <p class="card-note">Values of this type are not counted.</p>}
          <ul>
            {top.map(({ value, docs }) => (
              <li key={value}>
                <span class="value">{value}</span> <span class="card-note">{numberText(docs)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}
