import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { createForm } from '../../../src/islands/contact-form/form.ts';
import { drafts } from '../../../src/islands/contact-form/draft.ts';
import { Random } from '../../simulator/random.ts';
import { allStored } from '../../support/builders/all-stored.ts';
import { filledIn } from '../../support/builders/filled-in.ts';
import { post } from '../../support/builders/requests.ts';
import { bodyOf, fakeLine, visit } from '../../support/worlds/form-world.ts';
import { aWorld } from '../../support/worlds/world.ts';

const sentence = 'You are offline. If this page stays open';

test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
  'a line that is cut at random (%i) brings one lead, which the form sends by itself',
  async (seed) => {
    const random = new Random(seed);
    await using world = aWorld();
    const line = fakeLine();
    const { memory } = visit();
    const toasts: string[] = [];
    let cuts = random.pick([1, 2, 3]);
    let settled = Promise.withResolvers<undefined>();

    const cut = (): never => {
      cuts -= 1;
      line.cut();
      throw new TypeError('Failed to fetch');
    };
    const form = createForm('contact_page', {
      fetch: async (_, init) => {
        const isCutBefore = cuts > 0 && random.chance(0.5);
        if (isCutBefore) cut();
        const response = await submitContact(post('/api/submit-contact', bodyOf(init)), world.deps);
        // The lead is stored, but its answer gets lost.
        return cuts > 0 ? cut() : response;
      },
      newId: () => crypto.randomUUID(),
      memory: drafts(memory),
      attribution: () => undefined,
      line,
      toast: ({ description = '' }) => void toasts.push(description),
    });
    const settle = () => {
      settled = Promise.withResolvers();
      return settled.promise;
    };
    form.$view.subscribe(({ state }) => {
      if (state !== 'submitting') settled.resolve(undefined);
    });

    const all = cuts;
    await form.submit(filledIn, '', { open_ms: 60_000 });
    for (let i = 0; i < all; i += 1) {
      expect(form.$view.get()).toEqual({ state: 'editing', notice: 'offline' });
      expect(toasts.at(-1)).toContain(sentence);
      expect(drafts(memory).load()?.draft).toEqual(filledIn);
      const done = settle();
      line.restore();
      await done;
    }
    expect(form.$view.get()).toEqual({ state: 'sent' });
    expect(await allStored(world.store)).toHaveLength(1);
  },
);
