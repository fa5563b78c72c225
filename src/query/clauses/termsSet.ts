import {
  illegalArgument,
  isJsonObject,
  type JsonValue,
  OpenSearchError,
  stringifyJson,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import {
  compileScript,
  DocLookup,
  parseScriptSource,
  type ScriptSource,
  toNumber,
} from '../../script/index.ts';
import { booleanQuery } from '../bound/booleanQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { explanation, noMatch } from '../bound/explain.ts';
import type { LeafMatcher } from '../bound/matcher.ts';
import { type BoundQuery, SimpleQuery } from '../bound/query.ts';
import { ChangingScorer, type ScoreChange, ScoringMatcher } from '../bound/scorer.ts';
import { plainShape, type QueryShape, shapeOf } from '../bound/shape.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { hasDoc } from '../docSet.ts';
import { fieldTermQuery } from '../fieldQueries.ts';
import { checkKinds, parsingErrorAt, readCommon, readText, tokenName } from '../reader.ts';
import { firstValue } from '../scoring/scoreFunction.ts';
import { scriptText } from '../scoring/scriptText.ts';
import type { DocSet, Explanation, LeafContext, QueryShardContext, TermVisitor } from '../types.ts';
import { refuseLists } from './terms.ts';

interface TermsSetParts {
  readonly field: string;
  readonly terms: readonly JsonValue[];
  readonly minimumField: string | null;
  readonly minimumScript: ScriptSource | null;
}

const KINDS = {
  terms: 'any',
  minimum_should_match_field: 'value',
  minimum_should_match_script: 'object',
} as const;

export const termsSetClause: ClauseType = {
  names: ['terms_set'],
  doc: 'documents with a minimum number of these values, given by a field or a script',
  parse(body) {
    const [field, other] = Object.keys(body);
    if (field === undefined)
      throw parsingErrorAt('[terms_set] unknown token [END_OBJECT]', body, null, 'end');
    if (other !== undefined) {
      throw parsingErrorAt(`[terms_set] unknown token [FIELD_NAME] after [${field}]`, body, other, 'key');
    }
    const json = body[field];
    if (!isJsonObject(json)) {
      throw parsingErrorAt(`[terms_set] unknown token [${tokenName(json)}]`, body, field);
    }
    checkKinds('terms_set', json, KINDS);
    const { terms = [] } = json;
    if (!Array.isArray(terms)) {
      const reason = `[terms_set] unknown token [${tokenName(terms)}] after [terms]`;
      throw parsingErrorAt(reason, json, 'terms');
    }
    refuseLists('terms_set', terms, 'terms');
    const minimumField = json.minimum_should_match_field;
    const script = json.minimum_should_match_script;
    if (minimumField !== undefined && script !== undefined) {
      throw illegalArgument('A field has already been specified. Cannot specify both a field and script');
    }
    const parts: TermsSetParts = {
      field,
      terms,
      minimumField: minimumField === undefined ? null : readText(minimumField),
      minimumScript: script === undefined ? null : parseScriptSource(script),
    };
    return makeBuilder({
      clause: 'terms_set',
      json: body,
      ...readCommon(json),
      bind: (context) => bind(context, parts),
    });
  },
};

function bind(context: QueryShardContext, parts: TermsSetParts): BoundQuery {
  if (parts.terms.length === 0) return matchNoneQuery;
  if (parts.minimumField === null && parts.minimumScript === null) {
    throw new OpenSearchError('illegal_state_exception', 'No minimum should match has been specified');
  }
  const field = context.mapper.field(parts.field);
  if (field === undefined) return matchNoneQuery;
  const queries = parts.terms.map((term) => fieldTermQuery(context, field, term));
  const any = booleanQuery({ must: [], filter: [], should: queries, mustNot: [], minimumShouldMatch: 1 });
  return new CoveringQuery(context, parts, queries, any);
}

class CoveringQuery extends SimpleQuery {
  readonly key: string;
  readonly #context: QueryShardContext;
  readonly #parts: TermsSetParts;
  readonly #queries: readonly BoundQuery[];
  readonly #any: BoundQuery;

  /** `any`: at least one of the queries matches. */
  constructor(
    context: QueryShardContext,
    parts: TermsSetParts,
    queries: readonly BoundQuery[],
    any: BoundQuery,
  ) {
    super();
    this.key = `terms_set(${any.key},${parts.minimumField},${stringifyJson(parts.minimumScript)})`;
    this.#context = context;
    this.#parts = parts;
    this.#queries = queries;
    this.#any = any;
  }

  shape(): QueryShape {
    const { minimumScript, minimumField } = this.#parts;
    const minimum = minimumScript === null ? `long(${minimumField})` : `script(${scriptText(minimumScript)})`;
    const texts = this.#queries.map((query) => shapeOf(query).text).join(', ');
    return plainShape('CoveringQuery', `CoveringQuery(queries=[${texts}], minimumNumberMatch=${minimum})`);
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    visitor.opaque('terms_set', (inner) => this.#any.visitTerms(inner, boost));
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const details = this.#queries.map((query) => query.explain(leaf, doc, boost));
    const matched = details.filter(({ isMatch }) => isMatch);
    const minimum = Math.max(1, minimumOf(this.#context, this.#parts, leaf)(doc));
    const counts = `${matched.length} matches for ${minimum} required matches`;
    if (matched.length < minimum) return noMatch(counts, details);
    const sum = matched.reduce((total, { value }) => total + value, 0);
    return explanation(Math.fround(sum), `${counts}, sum of:`, matched);
  }

  weight(boost: number): Weight {
    const weight = this.#any.weight(boost);
    const { checkCancelled } = this.#context;
    return weightOf((leaf) => new ChangingScorer(weight.scorer(leaf), this.#change(leaf), checkCancelled));
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return new ScoringMatcher(this.weight(1).scorer(leaf));
  }

  /** Drops documents that too few of the queries match. */
  #change(leaf: LeafContext): ScoreChange {
    const minimum = minimumOf(this.#context, this.#parts, leaf);
    let sets: readonly DocSet[] = [];
    return {
      expect: (docs) => {
        sets = this.#queries.map((query) => query.matcher(leaf).over(docs));
      },
      change(doc, score) {
        let count = 0;
        for (const set of sets) if (hasDoc(set, doc)) count++;
        return count >= Math.max(1, minimum(doc)) ? score : null;
      },
    };
  }
}

function minimumOf(
  context: QueryShardContext,
  parts: TermsSetParts,
  leaf: LeafContext,
): (doc: number) => number {
  if (parts.minimumField !== null) return fieldMinimum(context, parts.minimumField, leaf);
  const script = compileScript(
    { ...(parts.minimumScript as ScriptSource), params: scriptParams(parts) },
    'terms_set',
  );
  const lookup = new DocLookup(context.mapper, leaf.reader, context);
  const run = script.bind({ doc: lookup, now: context.now });
  return (doc) => {
    lookup.doc = doc;
    return toNumber(run()) ?? Number.POSITIVE_INFINITY;
  };
}

function scriptParams(parts: TermsSetParts) {
  return { ...parts.minimumScript?.params, num_terms: parts.terms.length };
}

function fieldMinimum(context: QueryShardContext, name: string, leaf: LeafContext): (doc: number) => number {
  const field: MappedFieldType | undefined = context.mapper.field(name);
  if (field === undefined || field.family !== 'numeric') {
    throw new OpenSearchError(
      'query_shard_exception',
      `failed to find minimum_should_match field [${name}]`,
      {
        metadata: { index: context.indexName, index_uuid: context.indexUuid },
      },
    );
  }
  const value = firstValue(leaf, field.name);
  return (doc) => value(doc) ?? Number.POSITIVE_INFINITY;
}
