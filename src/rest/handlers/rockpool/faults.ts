import { acknowledged, json } from '../../response.ts';
import { NO_BODY, routes } from '../../route.ts';

export const faultRoutes = [
  ...routes(
    ['GET /_rockpool/faults'],
    { doc: 'the faults on purpose, and what they did' },
    (_request, services) => json(services.laboratory.faults.describe()),
  ),
  ...routes(
    ['PUT /_rockpool/faults'],
    { body: 'json', bodyRefusal: NO_BODY, doc: 'which loads and requests go wrong from now on' },
    (request, { laboratory: { faults } }) => {
      faults.put(request.requiredJson());
      return json(faults.describe());
    },
  ),
  ...routes(['DELETE /_rockpool/faults'], { doc: 'nothing goes wrong on purpose' }, (_request, services) => {
    services.laboratory.faults.clear();
    return acknowledged;
  }),
];
