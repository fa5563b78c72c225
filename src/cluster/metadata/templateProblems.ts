import { OpenSearchError, type SettingsRegistry } from '../../common/index.ts';
import type { SettingsPatch } from '../settings/flat.ts';
import { validateIndexSettings } from '../settings/validate.ts';

/** Throws one invalid_index_template_exception that lists every problem of a template. */
export function checkTemplate(
  name: string,
  patterns: readonly string[],
  settingProblems: readonly string[] = [],
): void {
  const problems = [...nameProblems(name), ...patterns.flatMap(patternProblems), ...settingProblems];
  if (problems.length === 0) return;
  const list = problems.map((problem, i) => `${i + 1}: ${problem};`).join('');
  throw new OpenSearchError(
    'invalid_index_template_exception',
    `index_template [${name}] invalid, cause [Validation Failed: ${list}]`,
  );
}

/** The problems of the settings, sorted by name; unknown settings are reported twice, as in the original. */
export function templateSettingProblems(
  registry: SettingsRegistry,
  settings: SettingsPatch,
): readonly string[] {
  const problems: string[] = [];
  const unknown: string[] = [];
  for (const [key, value] of [...settings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      validateIndexSettings(registry, new Map([[key, value]]));
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      problems.push(error.reason);
      if (error.reason.startsWith('unknown setting') && !PRIVATE.has(key)) {
        unknown.push(`expected [${key}] to be private but it was not`);
      }
    }
  }
  return [...problems, ...unknown];
}

/** Settings that requests must not set. */
const PRIVATE: ReadonlySet<string> = new Set(['index.uuid', 'index.creation_date', 'index.version.created']);

function nameProblems(name: string): readonly string[] {
  const problems: string[] = [];
  if (name.includes(' ')) problems.push('name must not contain a space');
  for (const character of [',', '#', '*']) {
    if (name.includes(character)) problems.push(`name must not contain a '${character}'`);
  }
  if (name.startsWith('_')) problems.push("name must not start with '_'");
  if (name.toLowerCase() !== name) problems.push('name must be lower cased');
  return problems;
}

function patternProblems(pattern: string): readonly string[] {
  const problems: string[] = [];
  if (pattern.includes(' ')) problems.push(`index_patterns [${pattern}] must not contain a space`);
  for (const character of [',', '#', ':']) {
    if (pattern.includes(character))
      problems.push(`index_pattern [${pattern}] must not contain a '${character}'`);
  }
  if (pattern.startsWith('_')) problems.push(`index_pattern [${pattern}] must not start with '_'`);
  if (/[ "\\<|,>/?]/.test(pattern)) {
    const characters = '[ , ", *, \\, <, |, ,, >, /, ?]';
    problems.push(`index_pattern [${pattern}] must not contain the following characters ${characters}`);
  }
  return problems;
}
