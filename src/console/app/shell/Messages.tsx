import { dismiss, messages } from '../lib/messages.ts';

export function Messages() {
  return (
    <div class="messages" role="status">
      {messages.value.map(({ id, tone, text }) => (
        <div key={id} class={`message ${tone}`}>
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
