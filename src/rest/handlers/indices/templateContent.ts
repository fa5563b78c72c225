import { composedContent, type TemplateContent, type TemplateTables } from '../../../cluster/index.ts';
import { illegalArgument, type JsonObject, OpenSearchError } from '../../../common/index.ts';
import type { RestServices } from '../../services.ts';
import { checkAliasFilter } from '../aliasFilters.ts';

/** Throws if no index could be created from the content of a component or legacy template alone. */
export function checkContent({ cluster }: RestServices, content: TemplateContent): void {
  cluster.tryIndex(content).mapper.merge(content.mappings, 'create');
}

/**
 * Throws if no index could be created from an index template with its components, in the original's words.
 */
export function checkComposed(
  { cluster, clock }: RestServices,
  tables: TemplateTables,
  name: string,
  template: JsonObject,
): void {
  const content = composedContent(tables, template);
  const invalid = (cause: OpenSearchError): OpenSearchError =>
    illegalArgument(`composable template [${name}] template after composition is invalid`, cause);
  wrapping(invalid, () => {
    const tried = cluster.tryIndex(content);
    const invalidMappings = (cause: OpenSearchError): OpenSearchError =>
      illegalArgument(`invalid composite mappings for [${name}]`, cause);
    for (const [alias, body] of content.aliases) checkAliasFilter(alias, body.filter, tried, clock);
    wrapping(invalidMappings, () => void tried.mapper.merge(content.mappings, 'create'));
  });
}

function wrapping(wrap: (cause: OpenSearchError) => OpenSearchError, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof OpenSearchError ? wrap(error) : error;
  }
}
