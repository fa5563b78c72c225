import {
  illegalArgument,
  isJsonObject,
  OpenSearchError,
  parseFirstJsonExact,
} from '../../../common/index.ts';
import { fromJson, type Value } from '../../../script/index.ts';
import type { ProcessorType } from '../processor.ts';
import { javaText } from './fields.ts';

export const jsonProcessor: ProcessorType = {
  name: 'json',
  doc: 'parses a JSON string',
  create(configuration) {
    const field = configuration.text('field');
    const target = configuration.optionalText('target_field');
    const addToRoot = configuration.flag('add_to_root', false);
    if (addToRoot && target !== null) {
      throw configuration.error(
        'target_field',
        'Cannot set a target field while also setting `add_to_root` to true',
      );
    }
    return (document) => {
      const value = document.get(field);
      const parsed = parse(value);
      if (!addToRoot) document.set(target ?? field, fromJson(parsed));
      else if (isJsonObject(parsed)) {
        for (const [key, member] of fromJson(parsed) as Map<string, Value>) document.ctx.set(key, member);
      } else throw illegalArgument('cannot add non-map fields to root of document');
    };
  },
};

function parse(value: Value): ReturnType<typeof parseFirstJsonExact> {
  try {
    return parseFirstJsonExact(value === null ? 'null' : javaText(value));
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const name = error.type === 'json_e_o_f_exception' ? 'io.JsonEOFException' : 'JsonParseException';
    throw illegalArgument(`com.fasterxml.jackson.core.${name}: ${error.reason}`, error);
  }
}
