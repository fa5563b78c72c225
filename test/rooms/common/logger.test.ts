import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLogger,
  type LogEntry,
  type LogFields,
  type LogLevel,
  logForms,
  logLevels,
  ManualClock,
} from '../../../src/common/index.ts';

const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

function written(level: LogLevel, tell: (log: ReturnType<typeof createLogger>) => void): LogEntry[] {
  const entries: LogEntry[] = [];
  tell(createLogger({ clock: new ManualClock(START_MS), level, write: (entry) => entries.push(entry) }));
  return entries;
}

const human = (message: string, fields: LogFields): string =>
  logForms.human.format({ timeMs: START_MS, level: 'warn', message, fields });

describe('a logger', () => {
  it('writes entries at or above its level, with times from its clock', () => {
    for (const [i, level] of logLevels.entries()) {
      const entries = written(level, (log) => {
        for (const each of logLevels) log[each](each);
        for (const each of logLevels) expect(log.hears(each)).toBe(logLevels.indexOf(each) >= i);
      });
      expect(entries.map((entry) => entry.level)).toEqual(logLevels.slice(i));
      expect(entries.every(({ timeMs }) => timeMs === START_MS)).toBe(true);
    }
  });
});

describe('the human form', () => {
  const cases: [fields: LogFields, line: string][] = [
    [{}, 'it happened'],
    [
      { took_ms: 12, index: 'logs-1', ok: true, of: null },
      'it happened took_ms=12 index=logs-1 ok=true of=null',
    ],
    [{ statement: 'SELECT *' }, 'it happened statement="SELECT *"'],
    [{ id: 'x', stack: 'Error: no\n  at a' }, 'it happened id=x\n  Error: no\n    at a'],
  ];
  it.each(cases)('%j', (fields, line) => {
    expect(human('it happened', fields)).toBe(`2026-01-02T03:04:05Z WARN ${line}`);
  });
});

describe('the JSON form', () => {
  it('is one object per line, whose time, level and message fields cannot override', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.integer())), (fields) => {
        const line = logForms.json.format({ timeMs: START_MS, level: 'info', message: 'm', fields });
        expect(line).not.toContain('\n');
        const own = { time: '2026-01-02T03:04:05.000Z', level: 'info', message: 'm' };
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ ...fields, ...own })));
      }),
    );
  });
});
