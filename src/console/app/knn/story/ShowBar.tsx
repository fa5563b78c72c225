import { graphs, stats } from '../live.ts';
import { playing, stageIndex, startShow, stopShow } from './show.ts';

/** The button, and while it plays the act, its sentence and how far it is. */
export function ShowBar() {
  const now = playing.value;
  const index = stageIndex(graphs.value?.graphs ?? []);
  const start = (): void => {
    if (index !== null) void startShow(index, stats.value?.circuit_breaker_triggered ?? false);
  };
  if (now === null) {
    return (
      <button
        type="button"
        class="small primary"
        disabled={index === null}
        title={index === null ? 'It needs an index with graphs in three shards or more' : undefined}
        onClick={start}
      >
        Show me
      </button>
    );
  }
  return (
    <button type="button" class="small" onClick={stopShow}>
      Stop
    </button>
  );
}

/** Stands across the top while it plays, so that nothing below jumps from act to act. */
export function ShowWords() {
  const now = playing.value;
  if (now === null) return null;
  return (
    <div class="show-words" role="status">
      <progress aria-label="How far the show is" max={1} value={now.progress} />
      <p>
        <strong>{now.act}.</strong> {now.sentence}
      </p>
    </div>
  );
}
