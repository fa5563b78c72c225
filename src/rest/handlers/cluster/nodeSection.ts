import type { VirtualNode } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import type { RestServices } from '../../services.ts';

/** A section of information about a node. */
export interface NodeSection {
  readonly metric: string;
  /** Its name in responses, if different from the metric. */
  readonly member?: string;
  readonly render: (
    node: VirtualNode,
    services: RestServices,
    request: RestRequest,
  ) => JsonObject | JsonObject[];
}
