import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { aSubmission, post } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';
import { readFileSync } from 'node:fs';

/** The submissions of the corpus, one per line. Spam is marked with its trick. */
function rows(name: string): string[][] {
  const text = readFileSync(`tests/support/corpus/${name}.txt`, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').map((it) => it.trim()));
}

const toOpenMs = (seconds: string) => Number(seconds) * 1000;

const ordinary = rows('ordinary').map(([name = '', email = '', company = '', message, s]) => ({
  name,
  email,
  company,
  message: message || null,
  website: '',
  open_ms: toOpenMs(s ?? ''),
}));

const spam = rows('spam').map(
  ([trick = '', website, s = '', name = '', email = '', company = '', message]) => ({
    trick,
    name,
    email,
    company,
    message: message || null,
    website,
    open_ms: toOpenMs(s),
  }),
);

type World = ReturnType<typeof aWorld>;

/** Submits it from its own network and phone, as a visitor would. Returns why it was held. */
async function reasonsFor(world: World, number: number, fields: object): Promise<string[]> {
  const submission = aSubmission({ phone: `(713) 555-${1000 + number}`, ...fields });
  const ip = `198.51.${Math.floor(number / 250)}.${number % 250}`;
  const response = await submitContact(post('/api/submit-contact', submission), {
    ...world.deps,
    ip,
  });
  // A spammer gets the same response as every visitor.
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ id: submission.id });
  const delivery = (await world.store.get(submission.id))?.delivery;
  return delivery?.state === 'held' ? delivery.reasons : [];
}

test('none of 400 ordinary leads is held as spam', async () => {
  await using world = aWorld();
  expect(ordinary).toHaveLength(400);
  for (const [i, fields] of ordinary.entries()) {
    expect(await reasonsFor(world, i, fields), JSON.stringify(fields)).toEqual([]);
  }
});

const common = 'We cover Katy, Cypress, Spring and The Woodlands with four crews of roofers.';

/** The rule that each trick breaks. A sales pitch that a person typed breaks none. */
const tricks: Record<string, string | undefined> = {
  trap: 'honeypot',
  fast: 'too_fast',
  name: 'link_in_name',
  markup: 'markup',
  links: 'mostly_links',
  hidden: 'hidden_link',
  random: 'random_letters',
  same: 'same_text',
  pitch: undefined,
};

test('each of 200 spam submissions that breaks a rule is held', async () => {
  await using world = aWorld();
  expect(spam).toHaveLength(200);
  const missed: Record<string, number> = {};
  for (const [i, { trick, ...fields }] of spam.entries()) {
    const reasons = await reasonsFor(world, i, fields);
    expect(Object.keys(tricks)).toContain(trick);
    if (reasons.length === 0) missed[trick] = (missed[trick] ?? 0) + 1;
  }
  expect(missed).toEqual({
    // Typed by people, so the form shows no sign of a machine.
    pitch: 20,
    // The first three have the same text: only the fourth shows that many send it.
    same: 9,
    // The company has the name of the site.
    links: 2,
    // A site without a scheme or a path: some companies have such names.
    name: 5,
  });
});

test('a sender may send the same text again, in any notation of their address', async () => {
  await using world = aWorld();
  const spellings = [
    'dana@example.com',
    'Dana@example.com',
    'DANA@example.com',
    'dana@Example.com',
  ];
  for (const [i, email] of [...spellings, ...spellings].entries()) {
    const reasons = await reasonsFor(world, i, { email, message: common });
    expect(reasons).toEqual(i < 3 ? [] : ['same_email']);
  }
});

test('a text that several people have sent is held for a day', async () => {
  const start = Date.parse('2026-03-02T15:00:00Z');
  const dayMs = 24 * 60 * 60 * 1000;
  let time = start;
  await using world = aWorld({ now: () => new Date(time) });
  const sendAt = (at: number, number: number) => {
    time = at;
    return reasonsFor(world, number, { email: `dana${number}@example.com`, message: common });
  };
  for (let i = 0; i < 3; i += 1) expect(await sendAt(start + i, i)).toEqual([]);
  expect(await sendAt(start + dayMs - 1, 3)).toEqual(['same_text']);
  expect(await sendAt(start + dayMs, 4)).toEqual([]);
});
