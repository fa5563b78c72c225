import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { call } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { attempt } from '../../lib/messages.ts';
import { downloadPicture } from '../../lib/picture.ts';
import { chosenNode } from '../live.ts';
import type { Curve } from '../types.ts';
import { curveCsv, type TraceFile } from './curves.ts';

interface MenuProps {
  readonly curve: Curve | null;
  readonly plot: RefObject<uPlot>;
  readonly onTrace: (trace: TraceFile) => void;
}

/** Takes the curve and its trace away, and brings others in. */
export function CurveMenu({ curve, plot, onTrace }: MenuProps) {
  const field = useRef<HTMLInputElement>(null);
  const saveTrace = async (): Promise<void> => {
    const node = chosenNode.value === '' ? '' : `?node=${chosenNode.value}`;
    download('trace.csv', 'text/csv', await call<string>('GET', `/_rockpool/knn/trace${node}`));
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (file) onTrace({ name: file.name, csv: await file.text() });
    if (field.current) field.current.value = '';
  };
  return (
    <div class="row curve-menu">
      <button
        type="button"
        class="small"
        disabled={curve === null}
        onClick={() => curve && download('curve.csv', 'text/csv', curveCsv(curve))}
      >
        Curve as CSV
      </button>
      <button
        type="button"
        class="small"
        disabled={curve === null || curve.accesses === 0}
        onClick={() => plot.current && downloadPicture('curve.png', plot.current.ctx.canvas)}
      >
        PNG
      </button>
      <button type="button" class="small" onClick={() => void attempt(saveTrace)}>
        Trace as CSV
      </button>
      <label class="button small file-button">
        Open a trace
        <input
          ref={field}
          type="file"
          class="hidden"
          accept=".csv,text/csv"
          onChange={(event) => void attempt(() => read(event.currentTarget.files?.[0]))}
        />
      </label>
    </div>
  );
}
