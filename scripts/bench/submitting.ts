/** How long accepting a lead takes, from the request to the answer, with SQLite writing to the disk. */
import { submitContact } from '../../functions/intake/submit-contact.ts';
import { openSqlite } from '../../functions/store/sqlite/engine.ts';
import { submitting } from '../../tests/support/builders/lead.ts';
import { aSubmission } from '../../tests/support/builders/requests.ts';
import { worldWith } from '../../tests/support/worlds/world.ts';
import { measured, type Report } from './format.ts';
import { submittingFigures, together } from './function-figures.ts';
import { withFolder } from './scratch.ts';
import { quantile, timed } from './timing.ts';

const warmUp = 200;
const count = 2000;

export function submittingReport(): Promise<Report> {
  return withFolder(async (folder) => {
    const store = openSqlite(folder, console.log);
    const world = worldWith(store);
    const submit = async () => {
      const { status } = await submitContact(submitting(aSubmission()), world);
      if (status !== 201) throw new Error(`A lead was answered with ${status}.`);
    };
    for (let i = 0; i < warmUp; i += 1) await submit();

    const each: number[] = [];
    for (let i = 0; i < count; i += 1) each.push(await timed(submit));
    const all = await timed(async () => {
      for (let i = 0; i < count; i += together) {
        await Promise.all(Array.from({ length: together }, submit));
      }
    });
    await store.close();
    return {
      title: 'submit-contact on SQLite, which writes each lead to the disk before it answers',
      details: `${count} leads one after the other, ${count} more ${together} at once.`,
      figures: measured(submittingFigures, {
        median: quantile(each, 0.5),
        slow: quantile(each, 0.99),
        single: 1000 / (each.reduce((sum, ms) => sum + ms, 0) / count),
        together: count / (all / 1000),
      }),
    };
  });
}
