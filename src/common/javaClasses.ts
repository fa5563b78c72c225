import type { ErrorType, OpenSearchError } from './errors.ts';

const JAVA_CLASSES: ReadonlyMap<ErrorType, string> = new Map<ErrorType, string>([
  ['parsing_exception', 'org.opensearch.common.ParsingException'],
  ['named_object_not_found_exception', 'org.opensearch.core.xcontent.NamedObjectNotFoundException'],
  ['x_content_parse_exception', 'org.opensearch.core.xcontent.XContentParseException'],
  ['illegal_argument_exception', 'java.lang.IllegalArgumentException'],
  ['parse_exception', 'org.opensearch.OpenSearchParseException'],
  ['number_format_exception', 'java.lang.NumberFormatException'],
  ['illegal_state_exception', 'java.lang.IllegalStateException'],
  ['query_shard_exception', 'org.opensearch.index.query.QueryShardException'],
  ['script_exception', 'org.opensearch.script.ScriptException'],
  ['date_time_parse_exception', 'java.time.format.DateTimeParseException'],
  ['json_parse_exception', 'com.fasterxml.jackson.core.JsonParseException'],
  ['input_coercion_exception', 'com.fasterxml.jackson.core.exc.InputCoercionException'],
  ['invalid_index_name_exception', 'org.opensearch.indices.InvalidIndexNameException'],
  ['date_time_exception', 'java.time.DateTimeException'],
  ['zone_rules_exception', 'java.time.zone.ZoneRulesException'],
  ['pattern_parse', 'org.opensearch.dissect.DissectException$PatternParse'],
]);

/**
 * The class of an exception, as the original prints it where it wraps one or shows it as text; without its package if the
 * table does not tell.
 */
export function javaClassOf({ type }: OpenSearchError): string {
  return JAVA_CLASSES.get(type) ?? simpleClassName(type);
}

/** `illegal_argument_exception` → `IllegalArgumentException`. */
export function simpleClassName(type: string): string {
  if (type === 'parse_exception') return 'OpenSearchParseException';
  return type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
