import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Mappings, mappedFields } from '../../../statement/index.ts';
import { call, segment } from '../lib/api.ts';
import { bytes, count } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { Scroll } from '../ui/Scroll.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { JsonForm } from './JsonForm.tsx';

interface FactsProps {
  readonly index: string;
}

interface TableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly children: ComponentChildren;
}

function FactTable({ label, head, children }: TableProps) {
  return (
    <Scroll label={label}>
      <table class="list-table">
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

type MappingAnswer = Readonly<Record<string, { readonly mappings: Mappings }>>;

const NEW_FIELDS = `{
  "properties": {
    "note": { "type": "text" }
  }
}`;

/** Every field with its type; members of objects are put in below them. */
export function Mapping({ index }: FactsProps) {
  const path = `/${segment(index)}/_mapping`;
  const mapping = useResource((signal) => call<MappingAnswer>('GET', path, undefined, { signal }), path);
  const [isAdding, setIsAdding] = useState(false);
  const add = async (text: string): Promise<void> => {
    await call('PUT', path, text);
    mapping.reload();
  };
  return (
    <>
      <div class="search-bar">
        <span class="card-note grow">Fields can be added; one that is there keeps its type.</span>
        <button type="button" class="small" onClick={() => setIsAdding(true)}>
          Add fields
        </button>
      </div>
      {isAdding && (
        <JsonForm
          title={`Add fields to ${index}`}
          label="Mapping"
          start={NEW_FIELDS}
          button="Add"
          onClose={() => setIsAdding(false)}
          send={add}
          done={`The mapping of ${index} is changed`}
        />
      )}
      <Loaded resource={mapping}>
        {(answer) => {
          const fields = Object.values(answer).flatMap(({ mappings }) => mappedFields(mappings));
          if (fields.length === 0) return <Empty title="No fields yet">The first document adds them.</Empty>;
          return (
            <FactTable label="Fields" head={['Field', 'Type', 'More']}>
              {fields.map(({ name, type, dimension, details }) => (
                <tr key={name}>
                  <th scope="row" class="mono field-name">
                    <span style={{ paddingLeft: `${14 * (name.split('.').length - 1)}px` }}>{name}</span>
                  </th>
                  <td>
                    <span class="badge">
                      {type}
                      {dimension !== null && `(${dimension})`}
                    </span>
                  </td>
                  <td class="mono muted">{details}</td>
                </tr>
              ))}
            </FactTable>
          );
        }}
      </Loaded>
    </>
  );
}

interface SegmentRow {
  readonly shard: string;
  readonly prirep: string;
  readonly segment: string;
  readonly 'docs.count': string;
  readonly 'docs.deleted': string;
  readonly size: string;
}

export function Segments({ index }: FactsProps) {
  const path = `/_cat/segments/${segment(index)}?format=json&bytes=b`;
  const segments = useResource(
    (signal) => call<readonly SegmentRow[]>('GET', path, undefined, { signal }),
    path,
  );
  return (
    <Loaded resource={segments}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="No segments">A refresh after the first document writes one.</Empty>
        ) : (
          <FactTable label="Segments" head={['Shard', 'Segment', 'Documents', 'Deleted', 'Size']}>
            {rows.map((row) => (
              <tr key={`${row.shard}${row.prirep}${row.segment}`}>
                <td class="mono">
                  {row.shard} {row.prirep}
                </td>
                <td class="mono">{row.segment}</td>
                <td>{count(Number(row['docs.count']))}</td>
                <td>{count(Number(row['docs.deleted']))}</td>
                <td>{bytes(Number(row.size))}</td>
              </tr>
            ))}
          </FactTable>
        )
      }
    </Loaded>
  );
}
