import { createAnalysisRegistry, readAnalyzeRequest } from '../../../analysis/index.ts';
import { indicesOptions, type LocalIndex } from '../../../cluster/index.ts';
import { illegalArgument, indexLimit, type JsonObject, limits } from '../../../common/index.ts';
import { compileTokenPredicate } from '../../../script/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY_OR_SOURCE, routes } from '../../route.ts';
import { requestIndices } from '../indicesOptions.ts';

/** The built-in components, for requests without an index. */
const builtIn = createAnalysisRegistry({}, compileTokenPredicate);

export const analyzeRoutes: readonly Route[] = routes(
  ['GET|POST /_analyze', 'GET|POST /{index}/_analyze'],
  { body: 'json', bodyRefusal: NO_BODY_OR_SOURCE, parameters: ['index'], doc: 'the tokens of a text' },
  (request, services) => {
    const body = request.requiredJson();
    if (request.param('index') === null) {
      return json(
        builtIn.analyze(body, {
          index: null,
          fieldAnalyzer: () => null,
          maxTokenCount: limits.answeredTokens.value,
        }),
      );
    }
    readAnalyzeRequest(body, request.param('index'));
    const indices = requestIndices(request, services, {
      ...indicesOptions.search,
      resourceType: 'index_expression',
    });
    if (indices.length !== 1) {
      throw illegalArgument(
        'unable to return a single index as the index and options provided got resolved to multiple indices',
      );
    }
    return json(analyzeIn(indices[0], body));
  },
);

function analyzeIn(index: LocalIndex, body: JsonObject): JsonObject {
  return index.analysis.analyze(body, {
    index: index.name,
    fieldAnalyzer: (name) => fieldAnalyzer(index, name),
    maxTokenCount: indexLimit(index.settings, 'answeredTokens'),
  });
}

/** The analyzer of a text field; keywords are a single token. */
function fieldAnalyzer(index: LocalIndex, name: string): string | null {
  const field = index.mapper.field(name);
  if (field === undefined) return null;
  if (field.family === 'text') return field.indexAnalyzer;
  if (field.family === 'keyword') return 'keyword';
  throw illegalArgument(
    `Can't process field [${name}], Analysis requests are only supported on tokenized fields`,
  );
}
