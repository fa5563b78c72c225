import { type IndexRow, listIndices } from '../../data/indices.ts';
import { bytes, count } from '../../lib/format.ts';
import { useResource } from '../../lib/hooks.ts';
import { href } from '../../lib/route.ts';
import { Empty, Loaded } from '../../ui/states.tsx';

const EVERY_MS = 5000;
const SHOWN = 7;

/** The largest indices, as long as they are large. */
export function Sizes() {
  const indices = useResource(listIndices, 'all', { everyMs: EVERY_MS });
  return (
    <section aria-label="Indices by size">
      <h3>Indices by size</h3>
      <Loaded resource={indices} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="There are no indices yet" />
          ) : (
            <SizeBars rows={[...rows].sort((a, b) => b.sizeBytes - a.sizeBytes)} />
          )
        }
      </Loaded>
    </section>
  );
}

function SizeBars({ rows }: { readonly rows: readonly IndexRow[] }) {
  const most = Math.max(1, rows[0].sizeBytes);
  return (
    <ul class="bars">
      {rows.slice(0, SHOWN).map(({ index, documents, sizeBytes }) => (
        <li key={index} class="bar-line">
          <a href={href('data', index)}>{index}</a>
          <span class="number muted">
            {count(documents)} docs · {bytes(sizeBytes)}
          </span>
          <span class="bar">
            <span style={{ width: `${(100 * sizeBytes) / most}%` }} />
          </span>
        </li>
      ))}
      {rows.length > SHOWN && <li class="card-note">{count(rows.length - SHOWN)} smaller ones</li>}
    </ul>
  );
}
