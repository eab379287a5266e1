import { styleText } from 'node:util';
import type { Finding } from './outcome.ts';

const marks = {
  ok: styleText('green', 'ok     '),
  failed: styleText('red', 'FAILED '),
  skipped: styleText('dim', 'skipped'),
};

/** A skipped check is no pass, but what it was skipped for is what counts. */
export const isWell = (findings: readonly Finding[]): boolean =>
  findings.every(({ outcome }) => outcome !== 'failed');

export const asJson = (findings: readonly Finding[]): string =>
  JSON.stringify({ ok: isWell(findings), checks: findings }, null, 2);

export function asLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ name, outcome, detail }) => `${marks[outcome]}  ${name.padEnd(width)}  ${detail}`)
    .join('\n');
}
