import '../common.ts';
import { useEffect } from 'preact/hooks';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { LimitCard } from './curve/LimitCard.tsx';
import { EventLog } from './EventLog.tsx';
import { GraphBars } from './GraphBars.tsx';
import { chooseNode, chosenNode, failure, graphs, refresh, stats, watchCaches } from './live.ts';
import { MemoryCard } from './MemoryCard.tsx';
import { RatesCard } from './RatesCard.tsx';
import { StoryCard } from './story/StoryCard.tsx';
import { VectorCard } from './VectorCard.tsx';

/** The graph caches: whether there is room, what another limit would do; below it the figures and each graph. */
export function KnnView() {
  useEffect(watchCaches, []);
  return (
    <>
      <div class="view-head">
        <h2>Graph memory</h2>
        <Breaker />
        <NodeChoice />
      </div>
      <Content />
    </>
  );
}

function Content() {
  const known = graphs.value;
  if (known === null) {
    return failure.value === null ? (
      <Skeleton lines={8} />
    ) : (
      <Failure error={failure.value} onRetry={refresh} />
    );
  }
  return (
    <div class="knn">
      {failure.value !== null && <Failure error={failure.value} onRetry={refresh} />}
      {known.graphs.length === 0 ? (
        <>
          <section class="card wide">
            <Empty title="There are no graphs">
              <p>
                An index with <code>"index.knn": true</code> and a field of type <code>knn_vector</code> has
                one for each segment.
              </p>
            </Empty>
          </section>
          <MemoryCard />
          <RatesCard />
        </>
      ) : (
        <>
          <div class="knn-top">
            <div class="column">
              <StoryCard />
              <MemoryCard />
            </div>
            <LimitCard />
            <RatesCard />
            <EventLog />
          </div>
          <GraphBars />
          <VectorCard />
        </>
      )}
    </div>
  );
}

function Breaker() {
  const isOn = stats.value?.circuit_breaker_triggered;
  if (isOn === undefined) return null;
  return isOn ? (
    <span class="badge bad">circuit breaker tripped</span>
  ) : (
    <span class="badge good">circuit breaker not triggered</span>
  );
}

function NodeChoice() {
  const nodes = graphs.value?.nodes ?? [];
  if (nodes.length < 2) return null;
  return (
    <label class="row">
      Node
      <select value={chosenNode.value} onChange={(event) => chooseNode(event.currentTarget.value)}>
        <option value="">all</option>
        {nodes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
