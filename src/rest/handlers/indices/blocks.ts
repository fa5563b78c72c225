import { checkBlocks, indicesOptions, validationFailed } from '../../../cluster/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndices, timeoutParameters } from '../indicesOptions.ts';

const BLOCKS: ReadonlySet<string> = new Set(['read', 'write', 'read_only', 'metadata']);

export const blockRoutes: readonly Route[] = routes(
  ['PUT /{index}/_block/{block}'],
  {
    parameters: [...indicesParameters, ...timeoutParameters],
    doc: 'block reads, writes or metadata of indices',
  },
  async (request, services) => {
    const block = request.pathParam('block');
    if (block === 'read_only_allow_delete') {
      throw validationFailed([`${block} block is for internal use only`]);
    }
    if (!BLOCKS.has(block)) throw illegalArgument(`No block found with name ${block}`);
    const indices = requestIndices(request, services, indicesOptions.expandOpen);
    checkBlocks(indices, 'metadata_write');
    const patch = new Map([[`index.blocks.${block}`, 'true']]);
    await services.cluster.updateIndexSettings(indices, patch, false);
    return json({
      acknowledged: true,
      shards_acknowledged: true,
      indices: indices.map(({ name }) => ({ name, blocked: true })),
    });
  },
);
