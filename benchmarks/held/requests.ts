import { apiRequests } from './apis.ts';
import { peopleRequests } from './people.ts';
import { postsRequests } from './posts.ts';
import type { HeldRequests } from './request.ts';

/** The walk, by family and name; what is written comes last. */
export const everyRequest: Readonly<Record<string, HeldRequests>> = {
  ...peopleRequests,
  ...postsRequests,
  ...apiRequests,
};
