import { useEffect } from 'preact/hooks';
import { useResource } from '../lib/hooks.ts';
import { Failure, Skeleton } from '../ui/states.tsx';
import { loaded, loadView, type View, views } from '../views.tsx';

const GONE =
  'The script of this view cannot be loaded: the server is gone, or has another version than this page. What you have written is kept.';

/** A view, as soon as its script is here. */
export function ViewPlace({ view }: { readonly view: View }) {
  const script = useResource(() => loadView(view), view.id);
  const Shown = loaded.value.get(view.id);
  const isShown = Shown !== undefined;
  useEffect(() => (isShown ? loadOthers() : undefined), [isShown]);
  if (Shown) return <Shown />;
  return script.error === null ? (
    <Skeleton lines={8} />
  ) : (
    <Failure error={new Error(GONE)} onRetry={() => location.reload()} />
  );
}

/** The view's own requests come first. */
const OTHERS_AFTER_MS = 1500;

/** The scripts of the other views, one after the other, while nothing else is to be done: then they open at once. */
function loadOthers(): () => void {
  const next = (): void => {
    const view = views.find(({ id }) => !loaded.value.has(id));
    // One that cannot be fetched now is fetched when it is looked at.
    if (view) requestIdleCallback(() => void loadView(view).then(next, () => undefined), { timeout: 5000 });
  };
  const timer = setTimeout(next, OTHERS_AFTER_MS);
  return () => clearTimeout(timer);
}
