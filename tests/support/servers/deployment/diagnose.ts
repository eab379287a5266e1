import { expect } from 'vitest';
import { asLines, examine } from '../../../../scripts/doctor.ts';
import type { Finding } from '../../../../scripts/doctor/report.ts';
import type { Answer } from './cloud.ts';
import { aDeployment, secrets, type Deployment } from './deployment.ts';

interface Diagnosis {
  /** The sentences, by the check's name. */
  failed: Record<string, string>;
  skipped: string[];
  of: (name: string) => Finding | undefined;
}

/** Expects that the report contains no secret, whatever is wrong. */
export async function diagnose({ world }: Deployment): Promise<Diagnosis> {
  const findings = await examine(world);
  const report = asLines(findings);
  expect(secrets.filter((it) => report.includes(it))).toEqual([]);
  const those = (outcome: string) => findings.filter((it) => it.outcome === outcome);
  return {
    failed: Object.fromEntries(those('failed').map(({ name, detail }) => [name, detail])),
    skipped: those('skipped').map(({ name }) => name),
    of: (name) => findings.find((it) => it.name === name),
  };
}

/** A fault, the check that reports it, and its sentence. */
export type Case = [
  about: string,
  check: string,
  sentence: RegExp,
  breakIt: (deployment: Deployment) => unknown,
];

/** Breaks a deployment: this place answers so. */
export const answers = (place: string, answer: Answer) => (deployment: Deployment) => {
  deployment.cloud.on(place, answer);
};

/** Fails this check and no other. */
export async function expectFailure(...[, check, sentence, breakIt]: Case): Promise<Diagnosis> {
  await using deployment = await aDeployment();
  breakIt(deployment);
  const diagnosis = await diagnose(deployment);
  expect(Object.keys(diagnosis.failed)).toEqual([check]);
  expect(diagnosis.failed[check]).toMatch(sentence);
  return diagnosis;
}
