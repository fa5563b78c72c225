import {
  BodyReader,
  illegalArgument,
  type JsonObject,
  limits,
  type MovableClock,
  OpenSearchError,
} from '../../../common/index.ts';
import { json } from '../../response.ts';
import { NO_BODY, routes } from '../../route.ts';

export const clockRoutes = [
  ...routes(
    ['GET /_rockpool/clock'],
    { doc: 'the time that everything here goes by' },
    (_request, services) => json(clockJson(services.laboratory.clock)),
  ),
  ...routes(
    ['POST /_rockpool/clock'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      doc: 'move that time by hand: expiry, monitors, cursors, scrolls and tasks follow',
    },
    async (request, { laboratory: { clock } }) => {
      await move(clock, request.requiredJson());
      return json(clockJson(clock));
    },
  ),
];

/**
 * One of `{"advance":"2m"}`, `{"freeze":true}`, `{"set":"2026-01-01T00:00:00Z"}` (or milliseconds),
 * `{"real":true}`.
 */
async function move(clock: MovableClock, body: JsonObject): Promise<void> {
  const reader = new BodyReader('clock', body);
  const advance = reader.timeMs('advance', limits.clockLeapMs.value);
  const set = reader.value('set');
  const freeze = reader.flag('freeze');
  const real = reader.flag('real');
  reader.end();
  const given = [advance !== null, set !== undefined, freeze, real].filter(Boolean).length;
  if (given !== 1) throw illegalArgument('[clock] must have one of [advance], [set], [freeze] and [real]');
  const setMs = set === undefined ? null : parseInstant(set);
  if (setMs !== null && Math.abs(setMs - clock.nowMs()) > limits.clockLeapMs.value) {
    throw illegalArgument(`[clock.set] must not be more than ${limits.clockLeapMs.value}ms away`);
  }
  if (freeze) clock.freeze();
  if (real) clock.real();
  if (advance !== null) await clock.advance(advance);
  if (setMs !== null) await clock.setTo(setMs);
}

function parseInstant(value: unknown): number {
  const ms = typeof value === 'string' && ISO.test(value) ? Date.parse(value) : value;
  if (typeof ms === 'number' && Number.isSafeInteger(ms)) return ms;
  throw new OpenSearchError(
    'illegal_argument_exception',
    '[clock.set] must be a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970',
  );
}

/** A zone is required: a time without one would depend on the machine. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function clockJson(clock: MovableClock): JsonObject {
  const { mode, nowMs, offsetMs } = clock.state;
  return { mode, now: nowMs, offset_ms: offsetMs };
}
