import { useRef, useState } from 'preact/hooks';
import {
  type FileFormat,
  formatOf,
  indexNameOf,
  type VectorShape,
  vectorIndex,
  vectorsIn,
} from '../../../documents/index.ts';
import { call, isAbort, segment } from '../lib/api.ts';
import { count, counted } from '../lib/format.ts';
import { say } from '../lib/messages.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Grid } from '../ui/Grid.tsx';
import { Failure } from '../ui/states.tsx';
import { type UploadProgress, upload } from './bulk.ts';
import { readDocuments, type UploadDocument } from './readFile.ts';

interface UploadProps {
  readonly indices: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (index: string) => void;
}

interface ReadFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly documents: readonly UploadDocument[];
  readonly vectors: readonly VectorShape[];
}

interface UploadState {
  readonly error: unknown;
  readonly progress: UploadProgress | null;
  /** With vectors the index is made first: their fields would be numbers otherwise. */
  send(file: ReadFile, index: string, vectors: readonly VectorShape[]): Promise<void>;
  cancel(): void;
  refuse(error: unknown): void;
}

/** Sends a file in batches; closes when all of it was taken. */
function useUpload({ onClose, onDone }: Pick<UploadProps, 'onClose' | 'onDone'>): UploadState {
  const [error, setError] = useState<unknown>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const send: UploadState['send'] = async ({ documents }, index, vectors) => {
    const own = new AbortController();
    controller.current = own;
    setError(null);
    setProgress({ done: 0, failed: 0, firstError: null });
    try {
      if (vectors.length > 0) await call('PUT', `/${segment(index)}`, vectorIndex(vectors));
      const { done, failed, firstError } = await upload(index, documents, setProgress, own.signal);
      onDone(index);
      if (failed > 0) {
        const words = `${count(failed)} of ${counted(done, 'document')} were refused. The first: ${firstError}`;
        throw new Error(words);
      }
      say(`${counted(done, 'document')} are in ${index}`);
      onClose();
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    }
    setProgress(null);
  };
  return { error, progress, send, cancel: () => controller.current?.abort(), refuse: setError };
}

async function readUpload(given: File): Promise<ReadFile> {
  const text = await given.text();
  const format = formatOf(given.name, text);
  const documents = await readDocuments(format, text);
  if (documents.length === 0) throw new Error(`There are no documents in ${given.name}`);
  return { name: given.name, format, documents, vectors: vectorsIn(documents.map(({ source }) => source)) };
}

/** A file is read here, looked at, and sent in batches. */
export function Upload({ indices, onClose, onDone }: UploadProps) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [index, setIndex] = useState('');
  const [asVectors, setAsVectors] = useState(true);
  const { error, progress, send, cancel, refuse } = useUpload({ onClose, onDone });
  const choose = async (given: File): Promise<void> => {
    refuse(null);
    try {
      setFile(await readUpload(given));
      setIndex((old) => old || indexNameOf(given.name));
    } catch (failure) {
      setFile(null);
      refuse(failure);
    }
  };
  // An index that is there has its mapping.
  const newVectors = indices.includes(index) ? [] : (file?.vectors ?? []);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (file) void send(file, index, asVectors ? newVectors : []);
  };
  return (
    <Dialog title="Upload a file" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <FileField onFile={(given) => void choose(given)} />
        {error !== null && <Failure error={error} />}
        {file && (
          <>
            <IndexField indices={indices} index={index} onIndex={setIndex} />
            <VectorChoice vectors={newVectors} chosen={asVectors} onChoose={setAsVectors} />
            <Preview file={file} />
          </>
        )}
        <Buttons file={file} index={index} progress={progress} onCancel={cancel} />
      </form>
    </Dialog>
  );
}

interface VectorChoiceProps {
  readonly vectors: readonly VectorShape[];
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
}

function VectorChoice({ vectors, chosen, onChoose }: VectorChoiceProps) {
  if (vectors.length === 0) return null;
  const names = vectors.map(({ field, dimension }) => `${field} (${dimension})`).join(', ');
  return (
    <label class="row">
      <input type="checkbox" checked={chosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
      k-NN search: build a graph for {names}
    </label>
  );
}

interface IndexFieldProps {
  readonly indices: readonly string[];
  readonly index: string;
  readonly onIndex: (index: string) => void;
}

function IndexField({ indices, index, onIndex }: IndexFieldProps) {
  return (
    <>
      <label class="field">
        Index
        <input
          value={index}
          list="known-indices"
          required
          autocomplete="off"
          onInput={(event) => onIndex(event.currentTarget.value)}
        />
      </label>
      <datalist id="known-indices">
        {indices.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function FileField({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop onto; the field in it does the same
    <div
      class={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <label class="field">
        JSON, NDJSON or CSV: choose a file, or drop it here
        <input
          type="file"
          accept=".json,.ndjson,.jsonl,.csv,.tsv,application/json,text/csv"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
    </div>
  );
}

const PREVIEW_ROWS = 5;

function Preview({ file: { name, format, documents } }: { readonly file: ReadFile }) {
  const shown = documents.slice(0, PREVIEW_ROWS);
  const names = [...new Set(shown.flatMap(({ source }) => Object.keys(source)))];
  const columns = names.map((column) => ({ name: column }));
  return (
    <>
      <p class="card-note">
        {name} is {format.toUpperCase()} with {counted(documents.length, 'document')}; the first of them:
      </p>
      <div class="framed">
        <Grid
          label="First documents"
          columns={columns}
          rows={shown.map(({ source }) => names.map((key) => source[key]))}
        />
      </div>
    </>
  );
}

interface ButtonsProps {
  readonly file: ReadFile | null;
  readonly index: string;
  readonly progress: UploadProgress | null;
  readonly onCancel: () => void;
}

function Buttons({ file, index, progress, onCancel }: ButtonsProps) {
  if (progress && file) {
    return (
      <div class="row">
        <progress class="grow" aria-label="Upload" value={progress.done} max={file.documents.length} />
        <span class="card-note number">
          {count(progress.done)} of {count(file.documents.length)}
        </span>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div class="row end">
      <button type="submit" class="primary" disabled={!file || index === ''}>
        {file ? `Upload ${counted(file.documents.length, 'document')}` : 'Upload'}
      </button>
    </div>
  );
}
