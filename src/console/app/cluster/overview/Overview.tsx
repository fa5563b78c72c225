import { HealthCard } from './HealthCard.tsx';
import { MemoryFigures } from './MemoryFigures.tsx';
import { Requests, Slowest } from './Requests.tsx';
import { Sizes } from './Sizes.tsx';

/** How the cluster is, on one page. */
export function Overview() {
  return (
    <div class="overview">
      <HealthCard />
      <MemoryFigures />
      <Requests />
      <Sizes />
      <Slowest />
    </div>
  );
}
