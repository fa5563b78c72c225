import { illegalArgument, isJsonObject, type JsonObject } from '../../../common/index.ts';
import type { Value } from '../../../script/index.ts';
import { compileGrok } from '../grok/compile.ts';
import type { ProcessorType } from '../processor.ts';
import { asString, requiredValue } from './fields.ts';

export const grokProcessor: ProcessorType = {
  name: 'grok',
  doc: 'extracts fields from a text with named patterns',
  create(configuration) {
    const field = configuration.text('field');
    const sources = configuration.list('patterns').map(String);
    const ignoreMissing = configuration.flag('ignore_missing', false);
    const trace = configuration.flag('trace_match', false);
    const own = definitions(configuration.optionalMap('pattern_definitions'));
    if (sources.length === 0) throw configuration.error('patterns', 'List of patterns must not be empty');
    const expressions = sources.map((source) => {
      try {
        return compileGrok(source, own);
      } catch (error) {
        throw configuration.error(
          'patterns',
          `Invalid regex pattern found in: ${JSON.stringify(sources).replaceAll('"', '')}. ${(error as Error).message}`,
        );
      }
    });
    return (document) => {
      const value = requiredValue(document, field, ignoreMissing);
      if (value === null) return;
      const text = asString(value, field);
      for (const [i, match] of expressions.entries()) {
        const fields = match(text);
        if (!fields) continue;
        for (const [name, found] of fields) document.set(name, found as Value);
        if (trace) document.set('_ingest._grok_match_index', String(i));
        return;
      }
      throw illegalArgument('Provided Grok expressions do not match field value: [' + text + ']');
    };
  },
};

function definitions(json: JsonObject | null): ReadonlyMap<string, string> {
  if (!isJsonObject(json)) return new Map();
  return new Map(Object.entries(json).map(([name, pattern]) => [name, String(pattern)]));
}
