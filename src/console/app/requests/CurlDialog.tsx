import { useState } from 'preact/hooks';
import { wordsOf } from '../lib/api.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { fromCurl, toSheet } from './curl.ts';

interface CurlDialogProps {
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

/** Commands of curl as requests of the sheet. */
export function CurlDialog({ onInsert, onClose }: CurlDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const insert = (): void => {
    try {
      onInsert(toSheet(fromCurl(text)));
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  return (
    <Dialog title="Import curl" onClose={onClose}>
      <div class="stack">
        <label class="field">
          One or more curl commands. Hosts and passwords are left out: requests go to this server.
          <textarea
            rows={10}
            value={text}
            placeholder={"curl -X POST 'localhost:9200/_search' -d '{\"size\": 1}'"}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {problem !== '' && (
          <p class="failure" role="alert">
            {problem}
          </p>
        )}
        <div class="row end">
          <button type="button" class="primary" disabled={text.trim() === ''} onClick={insert}>
            Insert
          </button>
        </div>
      </div>
    </Dialog>
  );
}
