import type { RefObject } from 'preact';
import type uPlot from 'uplot';
import { call } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { attempt } from '../../lib/messages.ts';
import { downloadPicture } from '../../lib/picture.ts';
import { FileButton } from '../../ui/FileButton.tsx';
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
  const saveTrace = async (): Promise<void> => {
    const node = chosenNode.value === '' ? '' : `?node=${chosenNode.value}`;
    download('trace.csv', 'text/csv', await call<string>('GET', `/_rockpool/knn/trace${node}`));
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
      <FileButton
        accept=".csv,text/csv"
        onFile={async (file) => onTrace({ name: file.name, csv: await file.text() })}
      >
        Open a trace
      </FileButton>
    </div>
  );
}
