import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { allStored } from '../../support/worlds/stored.ts';
import { onEachServer } from '../../support/worlds/each-engine.ts';
import { aSubmission, submitting } from '../../support/builders/requests.ts';
import { inSoak } from '../../support/soak.ts';
import { worldWith } from '../../support/worlds/world.ts';

const crowd = inSoak(1000, 100);
/** One in ten presses twice. */
const people = crowd * 0.9;

const addressOf = (person: number): string => `198.51.${person % 250}.${Math.floor(person / 250)}`;

onEachServer((makeEngine) => {
  test('the site stores each of many leads that come at the same time, and a repeated one once', async () => {
    const store = (await makeEngine()).open();
    // Short texts, because the emulator reads all leads at each query.
    const leads = Array.from({ length: people }, (_, i) =>
      aSubmission({
        name: `D ${i}`,
        email: `${i}@d.co`,
        phone: `713555${String(i).padStart(4, '0')}`,
        company: 'D',
        message: null,
      }),
    );
    const all = [...leads, ...leads.slice(0, crowd - people)];
    const world = worldWith(store);

    const answers = await Promise.all(
      all.map((lead, i) =>
        submitContact(submitting(lead), { ...world, ip: addressOf(i % people) }),
      ),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((it) => it === 201)).toHaveLength(people);
    expect(statuses.filter((it) => it === 200)).toHaveLength(crowd - people);
    const stored = await allStored(store);
    expect(stored.map(({ id, name }) => [id, name]).toSorted()).toEqual(
      leads.map(({ id, name }) => [id, name]).toSorted(),
    );
  });
});
