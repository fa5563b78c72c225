import { notEmulated } from '../../common/index.ts';
import type { Route } from '../route.ts';
import { ANY_PARAMETER, routes } from '../route.ts';

/** APIs of the original that are not supported: each is rejected by name, none as if it did not exist. */
const REFUSED: readonly { readonly what: string; readonly paths: readonly string[] }[] = [
  {
    what: 'training of k-NN models',
    paths: [
      'POST /_ext/_knn/models/_train',
      'POST /_ext/_knn/models/{model}/_train',
      'GET|DELETE /_ext/_knn/models/{model}',
    ],
  },
  {
    what: 'decommissioning of nodes',
    paths: [
      'PUT /_cluster/decommission/awareness/{attribute}/{value}',
      'GET /_cluster/decommission/awareness/{attribute}/_status',
      'DELETE /_cluster/decommission/awareness',
    ],
  },
  {
    what: 'dangling indices',
    paths: ['GET /_dangling', 'POST|DELETE /_dangling/{index_uuid}'],
  },
];

export const notEmulatedRoutes: readonly Route[] = REFUSED.flatMap(({ what, paths }) =>
  routes(
    paths,
    { body: 'json', parameters: [ANY_PARAMETER], doc: `refused: ${what} is not emulated` },
    () => {
      throw notEmulated(what);
    },
  ),
);
