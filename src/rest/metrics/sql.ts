import type { SqlTotals } from '../../sql/index.ts';
import type { Metric } from './metric.ts';

const counter = (name: string, help: string, value: (totals: SqlTotals) => number): Metric => ({
  name: `rockpool_sql_${name}_total`,
  type: 'counter',
  help,
  // SQL is loaded by its first statement; before that there were none.
  read: ({ services }) => [{ value: value(services.sql.loaded()?.totals() ?? NONE) }],
});

const NONE: SqlTotals = { requests: 0, cursorRequests: 0, clientErrors: 0, serverErrors: 0 };

/** The counters of the SQL plugin. */
export const sqlMetrics: readonly Metric[] = [
  counter('requests', 'statements, and pages of cursors', ({ requests }) => requests),
  counter('cursor_requests', 'statements that opened a cursor', ({ cursorRequests }) => cursorRequests),
  counter('client_errors', 'statements refused', ({ clientErrors }) => clientErrors),
  counter('server_errors', 'statements that went wrong', ({ serverErrors }) => serverErrors),
];
