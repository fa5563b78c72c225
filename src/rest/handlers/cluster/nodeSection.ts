import type { VirtualNode } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import type { RestServices } from '../../services.ts';

/** One part of what is told of a node. */
export interface NodeSection {
  readonly metric: string;
  /** What it is called in answers, where that is not the metric. */
  readonly member?: string;
  readonly render: (
    node: VirtualNode,
    services: RestServices,
    request: RestRequest,
  ) => JsonObject | JsonObject[];
}
