import { EXPOSITION_TYPE, exposition } from '../../metrics/exposition.ts';
import { metrics } from '../../metrics/index.ts';
import { metricSource } from '../../metrics/metric.ts';
import { text } from '../../response.ts';
import { routes } from '../../route.ts';

export const metricRoutes = routes(
  ['GET /_rockpool/metrics'],
  { doc: "figures of the server in Prometheus' text format" },
  (_request, services) => text(exposition(metrics, metricSource(services)), 200, EXPOSITION_TYPE),
);
