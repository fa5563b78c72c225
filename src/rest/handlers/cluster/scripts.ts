import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, ObjectReader, OpenSearchError } from '../../../common/index.ts';
import {
  compileMustache,
  compileScript,
  contextMethods,
  type ScriptContextName,
  scriptContexts,
} from '../../../script/index.ts';
import { executePainless, withStoredScripts } from '../../../search/index.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, NO_BODY_OR_SOURCE, routes } from '../../route.ts';
import { managerTimeouts, timeoutParameters } from '../indicesOptions.ts';

const STORED_LANGUAGES = new Set(['painless', 'mustache', 'expression', 'knn']);

/** The context for which templates are stored. */
const TEMPLATE = 'template';

const contextNames = (Object.keys(scriptContexts) as ScriptContextName[]).sort();

/** Compiles a script stored for a context. Throws script_exception, or illegal_argument for the context. */
function checkStored(id: string, { lang, source }: JsonObject, context: string): void {
  const unusable = (reason: string): OpenSearchError =>
    illegalArgument(`failed to parse/compile stored script [${id}]`, illegalArgument(reason));
  const name = contextNames.find((known) => known === context);
  if (name === undefined && context !== TEMPLATE) throw unusable(`Unknown context [${context}]`);
  if (lang === 'mustache') {
    if (context !== TEMPLATE)
      throw unusable(`mustache engine does not know how to handle context [${context}]`);
    compileMustache(String(source));
  } else if (lang === 'painless' && name !== undefined) compileScript({ source, lang }, name);
}

/** Members before the script are errors; those after it are not examined. */
function checkFirst(body: JsonObject): void {
  const [first = 'script'] = Object.keys(body);
  if (first === 'script') return;
  throw new OpenSearchError('parsing_exception', `unexpected field [${first}], expected [script]`, {
    metadata: { line: 1, col: 1 },
    at: { container: body, key: first, edge: 'key' },
  });
}

const SOURCE = ['VALUE_STRING', 'START_OBJECT'];

/** Other members of the script are ignored, as in the original. */
function readScript(script: JsonObject): JsonObject {
  const reader = new ObjectReader('stored script source', script);
  const lang = reader.text('lang') ?? '';
  const source = reader.member('source', SOURCE, (value) => value) ?? '';
  const options = reader.object('options', (given) => given) ?? {};
  const others = Object.keys(options).filter((name) => name !== 'content_type');
  if (others.length > 0) {
    const given = Object.entries(options).map(([name, value]) => `${name}=${String(value)}`);
    throw illegalArgument(`illegal compiler options [{${given.join(', ')}}] specified`);
  }
  return { lang, source };
}

export const scriptRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_scripts/painless/_execute'],
    { body: 'json', bodyRefusal: NO_BODY_OR_SOURCE, doc: 'run a script by itself, or on one document' },
    async (request, { cluster, clock, random }) => {
      const body = withStoredScripts(request.requiredJson(), cluster.templates.storedScripts);
      return json({ result: await executePainless(body, { resolver: cluster.resolver, clock, random }) });
    },
  ),
  ...routes(
    ['PUT|POST /_scripts/{id}', 'PUT|POST /_scripts/{id}/{context}'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...timeoutParameters, 'context'],
      doc: 'store a script',
    },
    async (request, { cluster }) => {
      const body = request.requiredJson();
      checkFirst(body);
      const { script } = body;
      if (!isJsonObject(script)) throw illegalArgument('must specify <script> for stored script');
      const stored = readScript(script);
      if (stored.lang === '') throw illegalArgument('must specify lang for stored script');
      if (!STORED_LANGUAGES.has(String(stored.lang))) {
        throw illegalArgument(`unable to put stored script with unsupported lang [${String(stored.lang)}]`);
      }
      if (stored.source === '' && stored.lang !== 'mustache')
        throw illegalArgument('must specify source for stored script');
      if (isJsonObject(stored.source)) stored.source = JSON.stringify(stored.source);
      const id = request.pathParam('id');
      const context = request.param('context');
      if (context !== null) checkStored(id, stored, context);
      await cluster.updateGlobal((state) => ({
        storedScripts: new Map([...state.storedScripts, [id, stored]]),
      }));
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_scripts/{id}'],
    { parameters: managerTimeouts, doc: 'a stored script' },
    (request, { cluster }) => {
      const id = request.pathParam('id');
      const script = cluster.templates.storedScripts.get(id);
      return script ? json({ _id: id, found: true, script }) : json({ _id: id, found: false }, 404);
    },
  ),
  ...routes(
    ['DELETE /_scripts/{id}'],
    { parameters: timeoutParameters, doc: 'delete a stored script' },
    async (request, { cluster }) => {
      const id = request.pathParam('id');
      await cluster.updateGlobal((state) => {
        const storedScripts = new Map(state.storedScripts);
        if (!storedScripts.delete(id)) {
          throw new OpenSearchError(
            'resource_not_found_exception',
            `stored script [${id}] does not exist and cannot be deleted`,
          );
        }
        return { storedScripts };
      });
      return acknowledged;
    },
  ),
  ...routes(['GET /_script_context'], { doc: 'where scripts can run' }, () =>
    json({ contexts: contextNames.map((name) => ({ name, methods: [...contextMethods(name)] })) }),
  ),
  ...routes(['GET /_script_language'], { doc: 'languages of scripts' }, () =>
    json({
      types_allowed: ['inline', 'stored'],
      language_contexts: [
        { language: 'knn', contexts: ['score'] },
        { language: 'mustache', contexts: [TEMPLATE] },
        { language: 'painless', contexts: contextNames },
      ],
    }),
  ),
];
