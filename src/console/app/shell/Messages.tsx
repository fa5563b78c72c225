import { dismiss, messages } from '../lib/messages.ts';
import { Dialog, useOpening } from '../ui/Dialog.tsx';

/** Longer ones do not fit into two lines of the bar. */
const LONG = 90;

/** The latest message, in the bar at the top: it covers nothing, and nothing moves when it comes or goes. */
export function Messages() {
  const [opened, open] = useOpening<string>();
  const latest = messages.value.at(-1);
  return (
    <div class="messages">
      <div role="status" class="message-place">
        {latest && (
          <div key={latest.id} class={`message ${latest.tone}`}>
            <span title={latest.text}>{latest.text}</span>
          </div>
        )}
      </div>
      {latest && latest.text.length > LONG && (
        <button type="button" class="quiet small" onClick={() => open(latest.text)}>
          All of it
        </button>
      )}
      {latest && (
        <button type="button" class="quiet small" aria-label="Dismiss" onClick={() => dismiss(latest.id)}>
          ✕
        </button>
      )}
      {opened && (
        <Dialog key={opened.key} title="Message" onClose={opened.close}>
          <p>{opened.of}</p>
        </Dialog>
      )}
    </div>
  );
}
