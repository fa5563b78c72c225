import { describe, expect, it } from 'vitest';
import { checkUngroupedColumns } from '../../../src/sql/binder/index.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';

/** Expressions as the original's messages print them. */

const PRINTED: readonly (readonly [sql: string, printed: string])[] = [
  ['age + 1', '+(age, 1)'],
  ['UPPER(city)', 'UPPER(city)'],
  ['CAST(age AS LONG)', 'Cast(expression=age, convertedType=LONG)'],
  ['age > 3 AND age < 5', 'And(left=>(age, 3), right=<(age, 5))'],
  ['age > 3 OR NOT active', 'Or(left=>(age, 3), right=Not(expression=active))'],
  ['age BETWEEN 1 AND 2', 'Between(value=age, lowerBound=1, upperBound=2)'],
  ['age IN (1, 2)', 'In(field=age, valueList=[1, 2])'],
  ['age IS NULL', 'is null(age)'],
  ["city LIKE 'a%'", 'like(city, a%)'],
  ["city REGEXP 'a'", 'regexp(city, a)'],
  [
    "CASE age WHEN 1 THEN 'a' END",
    'Case(caseValue=age, whenClauses=[When(condition=1, result=a)], elseClause=null)',
  ],
  ['DATE_ADD(joined, INTERVAL 1 DAY)', 'DATE_ADD(joined, Interval(value=1, unit=DAY))'],
];

describe('an ungrouped column', () => {
  it.each(PRINTED)('%s', (sql, printed) => {
    const { tree } = parseStatement(`SELECT ${sql}, COUNT(*) FROM staff`);
    expect(() => tree.kind === 'select' && checkUngroupedColumns(tree)).toThrowError(
      `Explicit GROUP BY clause is required because expression [${printed}] contains non-aggregated column`,
    );
  });
});
