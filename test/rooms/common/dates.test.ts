import { Settings } from 'luxon';
import { expect, it } from 'vitest';
import { DateTime } from '../../../src/common/index.ts';

it('names months and days in English on every machine', () => {
  expect(Settings.defaultLocale).toBe('en-US');
  expect(DateTime.fromISO('2024-05-01').toFormat('d MMMM, cccc')).toBe('1 May, Wednesday');
});
