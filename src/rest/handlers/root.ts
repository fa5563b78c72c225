import { prettyJson, stringifyJson } from '../../common/index.ts';
import { isFlagSet } from '../render.ts';
import type { RestRequest } from '../request.ts';
import { JSON_TYPE, json, type RestResponse, text } from '../response.ts';
import { routes } from '../route.ts';

/** The version reported to clients: OpenSearch 2.7.0. */
export const VERSION = {
  distribution: 'opensearch',
  number: '2.7.0',
  build_type: 'tar',
  build_hash: 'b7a6e09e492b1e965d827525f7863b366ef0e304',
  build_date: '2023-04-27T21:43:09.523336706Z',
  build_snapshot: false,
  lucene_version: '9.5.0',
  minimum_wire_compatibility_version: '7.10.0',
  minimum_index_compatibility_version: '7.0.0',
} as const;

const TO_CONSOLE: RestResponse = {
  ...text('', 302),
  headers: { location: '/_console', vary: 'accept' },
};

/** A browser that opens a page accepts HTML; clients accept JSON, or anything. */
function isPageWanted(request: RestRequest): boolean {
  return request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '');
}

export const rootRoutes = routes(
  ['GET|HEAD /'],
  { doc: 'name, version and cluster; printed for reading unless pretty=false' },
  (request, { cluster }) => {
    if (isPageWanted(request)) return TO_CONSOLE;
    const value = {
      name: cluster.nodes[0].name,
      cluster_name: cluster.name,
      cluster_uuid: cluster.clusterUuid,
      version: VERSION,
      tagline: 'The OpenSearch Project: https://opensearch.org/',
    };
    if (request.has('filter_path') || request.has('format')) return json(value);
    const pretty = !request.has('pretty') || isFlagSet(request.params.all(), 'pretty');
    return text(pretty ? `${prettyJson(value)}\n` : stringifyJson(value), 200, JSON_TYPE);
  },
);
