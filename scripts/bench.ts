/** `npm run bench`: the figures that the README quotes. Ends with an error when one is over its budget. */
import { parseArgs } from 'node:util';
import { coldStartReport } from './bench/cold-start.ts';
import { growthReport } from './bench/growth.ts';
import { hydrationReport } from './bench/hydration.ts';
import { inboxReport } from './bench/inbox.ts';
import { lighthouseReport } from './bench/lighthouse.ts';
import type { Report } from './bench/report.ts';
import { submittingReport } from './bench/submitting.ts';
import { weightReport } from './bench/weight.ts';

const parts: Record<string, () => Promise<Report>> = {
  weight: weightReport,
  hydration: hydrationReport,
  build: growthReport,
  lighthouse: lighthouseReport,
  submitting: submittingReport,
  inbox: inboxReport,
  'cold-start': coldStartReport,
};

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
if (only !== undefined && !(only in parts)) {
  console.error(`--only takes one of ${Object.keys(parts).join(', ')}, not '${only}'.`);
  process.exit(2);
}

const failures: string[] = [];
console.log(`# Bench of ${new Date().toISOString().slice(0, 10)}`);
for (const [name, run] of Object.entries(parts)) {
  if (only !== undefined && name !== only) continue;
  const report = await run();
  console.log(`\n## ${report.title}\n\n${report.text}`);
  failures.push(...report.failures);
}
if (failures.length > 0) {
  console.error(`\nOver budget:\n${failures.map((it) => `- ${it}`).join('\n')}`);
  process.exitCode = 1;
}
