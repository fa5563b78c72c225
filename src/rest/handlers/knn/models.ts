import { indexNotFound } from '../../../cluster/index.ts';
import { routes } from '../../route.ts';

/** Models are not emulated, so their index does not exist, as on a cluster that never trained one. */
export const knnModelRoutes = routes(
  ['GET|POST /_ext/_knn/models/_search'],
  { body: 'json', doc: 'search for models' },
  () => {
    throw indexNotFound('.opensearch-knn-models');
  },
);
