import type { ComponentChildren } from 'preact';
import { ApiError, wordsOf } from '../lib/api.ts';
import type { Resource } from '../lib/hooks.ts';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Nothing here yet, and what to do about it. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** What the server said when it refused. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const type = error instanceof ApiError ? error.type : null;
  const reason = error instanceof ApiError ? error.reason : '';
  return (
    <div class="failure" role="alert">
      <p class="failure-title">
        {reason || 'That did not work'}
        {type !== null && <code>{type}</code>}
      </p>
      <pre>{wordsOf(error)}</pre>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Where text will be. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  );
}

interface LoadedProps<T> {
  readonly resource: Resource<T>;
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}

/** A resource in each of its states. */
export function Loaded<T>({ resource, lines, children }: LoadedProps<T>) {
  if (resource.data !== null) return <>{children(resource.data)}</>;
  if (resource.error !== null) return <Failure error={resource.error} onRetry={resource.reload} />;
  return <Skeleton lines={lines} />;
}
