/**
 * Keywords and operators of the original's legacy engine (a MySQL dialect), by their names in its messages.
 */

const KEYWORDS = `
  ALL ALTER AND ANY AS ASC BEGIN BETWEEN BINARY BY CACHE CASE CAST CHECK COLUMN COMMENT COMPUTE CONSTRAINT CREATE
  DATABASE DEFAULT DELETE DESC DISABLE DISTINCT DROP DUAL ELSE ENABLE END ESCAPE EXCEPT EXISTS EXPLAIN FALSE FOR
  FOREIGN FROM FULL FUNCTION GRANT GROUP HAVING IDENTIFIED IF IN INDEX INNER INSERT INTERSECT INTERVAL INTO IS JOIN
  KEY KILL LEFT LIKE LIMIT LOCK MINUS NOT NULL ON OPTIMIZE OR ORDER OUTER OVER PRIMARY PROCEDURE REFERENCES REPLACE
  REVOKE RIGHT ROW SCHEMA SELECT SEQUENCE SET SHOW SOME TABLE TABLESPACE THEN TO TRIGGER TRUE TRUNCATE UNION UNIQUE
  UPDATE USE USER VALUES VIEW WHEN WHERE WITH XOR ANALYZE`;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const keywords = words(KEYWORDS);

/** Keywords that are names where an expression is expected. */
export const expressionNames = words(`
  DUAL KEY DISTINCT LIMIT SCHEMA COLUMN IF END COMMENT COMPUTE ENABLE DISABLE SEQUENCE USER EXPLAIN WITH GRANT REPLACE
  INDEX ROW TO IDENTIFIED BEGIN VIEW ESCAPE OVER ORDER CONSTRAINT FULL LEFT RIGHT DATABASE LOCK`);

/** Keywords that are names of tables and types. */
export const plainNames = words(
  'ROW CACHE SEQUENCE USER END COMMENT ENABLE DISABLE ANALYZE OPTIMIZE GRANT REVOKE BINARY',
);

/** Keywords that can be aliases after AS. */
export const aliasNames = words(`
  KEY INDEX CASE ROW CACHE END COMMENT ENABLE DISABLE SEQUENCE USER ANALYZE OPTIMIZE GRANT REVOKE FULL TO INTERVAL LOCK
  LIMIT IDENTIFIED BINARY BEGIN`);

/** Keywords that can be aliases without AS. */
export const bareAliasNames = words('CASE USER END');

/** Keywords that end an alias or are one. */
export const trailingAliasNames = words('KEY INTERVAL CONSTRAINT');

/** The functions after which OVER is parsed. */
export const aggregates = words('AVG COUNT GROUP_CONCAT MAX MIN STDDEV SUM');

/** Longer ones first. */
export const signs: readonly (readonly [string, string])[] = [
  ...[['...', 'DOTDOTDOT'] as const, ['<=>', 'LTEQGT'] as const, ['||/', 'BARBARSLASH'] as const],
  ...[['..', 'DOTDOT'] as const, [':=', 'COLONEQ'] as const, ['::', 'COLONCOLON'] as const],
  ...[['&&', 'AMPAMP'] as const, ['||', 'BARBAR'] as const, ['|/', 'BARSLASH'] as const],
  ...[['==', 'EQEQ'] as const, ['>=', 'GTEQ'] as const, ['>>', 'GTGT'] as const, ['<=', 'LTEQ'] as const],
  ...[['<>', 'LTGT'] as const, ['<<', 'LTLT'] as const, ['!=', 'BANGEQ'] as const, ['!>', 'BANGGT'] as const],
  ...[
    ['!<', 'BANGLT'] as const,
    ['!!', 'BANGBANG'] as const,
    [',', 'COMMA'] as const,
    ['，', 'COMMA'] as const,
  ],
  ...[
    ['(', 'LPAREN'] as const,
    [')', 'RPAREN'] as const,
    ['[', 'LBRACKET'] as const,
    [']', 'RBRACKET'] as const,
  ],
  ...[['{', 'LBRACE'] as const, ['}', 'RBRACE'] as const, ['.', 'DOT'] as const, ['*', 'STAR'] as const],
  ...[['?', 'QUES'] as const, [';', 'SEMI'] as const, ['/', 'SLASH'] as const, ['+', 'PLUS'] as const],
  ...[['-', 'SUB'] as const, ['&', 'AMP'] as const, ['|', 'BAR'] as const, ['^', 'CARET'] as const],
  ...[['%', 'PERCENT'] as const, ['=', 'EQ'] as const, ['>', 'GT'] as const, ['<', 'LT'] as const],
  ...[['!', 'BANG'] as const, ['~', 'TILDE'] as const],
];

/** The message of the legacy engine for unimplemented branches. */
export const LEFT_OPEN = `TO${'DO'}`;
