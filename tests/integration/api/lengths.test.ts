/** Texts are as long as JavaScript and the pages say: an emoji is two characters. */
import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { api, searchLimit } from '../../../src/shared/api.ts';
import { adNameLimit } from '../../../src/shared/attribution.ts';
import { limits, originLimit } from '../../../src/shared/fields.ts';
import { aSubmission, submitting } from '../../support/builders/requests.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

type World = Awaited<ReturnType<typeof staffWorld>>;
type Ask = (world: World, text: string) => Promise<{ status: number }>;

/** As many whole emoji as fit, and the rest in letters. */
const ofLength = (length: number): string => '🌳'.repeat(length / 2) + 'a'.repeat(length % 2);

const calls: [string, number, Ask, accepted: number, refused: number][] = [
  ['the search', searchLimit, ({ post }, q) => post(api.search, { q }), 200, 400],
  ...(['industry', 'campaign'] as const).map((name): (typeof calls)[number] => [
    `the filter ${name}`,
    name === 'campaign' ? originLimit : limits.industry,
    ({ get }, text) => get(`${api.submissions}?${new URLSearchParams({ [name]: text })}`),
    200,
    400,
  ]),
  [
    'the name of a campaign that cost something',
    adNameLimit,
    ({ post }, campaign) => post(api.spent, { month: '2026-02', campaign, dollars: 5, was: null }),
    200,
    422,
  ],
  [
    'an address to erase',
    limits.email,
    ({ post }, email) => post(api.erasePerson, { email }),
    200,
    400,
  ],
  ['an id', 100, ({ post }, submissionId) => post(api.resendToWebhook, { submissionId }), 404, 400],
  ...(['name', 'message'] as const).map((field): (typeof calls)[number] => [
    `the form’s ${field}`,
    limits[field],
    ({ deps }, text) => submitContact(submitting(aSubmission({ [field]: text })), deps),
    201,
    422,
  ]),
];

test.each(calls)(
  '%s may have %i characters, and not one more',
  async (_, limit, ask, accepted, refused) => {
    const world = await staffWorld();
    expect((await ask(world, ofLength(limit))).status).toBe(accepted);
    expect((await ask(world, ofLength(limit + 1))).status).toBe(refused);
  },
);
