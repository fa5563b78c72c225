import { illegalArgument, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { numberAt } from '../numberTokens.ts';
import {
  commonMembers,
  floatMember,
  type ObjectMember,
  objectMember,
  readMembers,
  textMember,
} from '../objectMembers.ts';
import { type CommonMembers, NO_COMMON } from '../reader.ts';

/** A parsed `rank_feature` clause. */
interface RankFeatureBody extends CommonMembers {
  readonly field: string;
  readonly kind: FunctionKind;
  readonly parameters: Readonly<Record<string, number>>;
}

type FunctionKind = keyof typeof FUNCTIONS;

/** The numeric parameters of each function; optional ones end in `?`. */
const FUNCTIONS = {
  log: ['scaling_factor'],
  saturation: ['pivot?'],
  sigmoid: ['pivot', 'exponent'],
  linear: [],
} satisfies Readonly<Record<string, readonly string[]>>;

const PARSER = 'feature';

/** Throws the errors of the original's object parsers in their order: member by member, then the whole. */
export function readRankFeature(body: JsonObject): RankFeatureBody {
  let field: string | null = null;
  const common: { -readonly [K in keyof CommonMembers]: CommonMembers[K] } = { ...NO_COMMON };
  const given: [FunctionKind, Readonly<Record<string, number>>][] = [];
  const functions = Object.fromEntries(
    (Object.keys(FUNCTIONS) as FunctionKind[]).map((kind) => [
      kind,
      objectMember((json, key) => void given.push([kind, readFunction(kind, json[key] as JsonObject)])),
    ]),
  );
  readMembers(PARSER, body, {
    field: textMember((json, key) => {
      field = String(json[key]);
    }),
    ...commonMembers(common),
    ...functions,
  });
  if (field === null) throw illegalArgument('Required [field]');
  if (given.length > 1) {
    throw new OpenSearchError(
      'x_content_parse_exception',
      `Failed to build [${PARSER}] after last required field arrived`,
      {
        causedBy: illegalArgument('Can only specify one of [log], [saturation], [sigmoid] and [linear]'),
      },
    );
  }
  const [kind, parameters] = given[0] ?? ['saturation', {}];
  return { field, kind, parameters, ...common };
}

function readFunction(kind: FunctionKind, json: JsonObject): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  const names: readonly string[] = FUNCTIONS[kind];
  const members = names.map((name): [string, ObjectMember] => [
    name.replace('?', ''),
    floatMember((values, key) => {
      found[key] = Math.fround(numberAt(values, key));
    }),
  ]);
  readMembers(kind, json, Object.fromEntries(members));
  const missing = names.filter((name) => !name.endsWith('?') && !(name in found));
  if (missing.length === 0) return found;
  throw illegalArgument(`Required [${missing.join(', ')}]`).placedAt({
    container: json,
    key: null,
    edge: 'end',
  });
}
