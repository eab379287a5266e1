import { expect, test } from 'vitest';
import { send } from '../../../src/islands/contact-form/send.ts';
import { submissionSchema } from '../../../src/shared/contact-schema.ts';
import { anotherId, sentForm, someId } from '../../support/builders/filled-in.ts';
import { answer } from '../../support/worlds/form-world.ts';

const submission = submissionSchema.parse(sentForm);
const tryAgainNow = {
  state: 'failed',
  description: 'There was an error submitting your form. Please try again.',
};
const answering = (response: Response) => send(submission, () => Promise.resolve(response));

test.each([200, 201])('sending treats a %i with its id as success', async (status) => {
  expect(await answering(answer(status, { id: someId }))).toEqual({ state: 'stored' });
});

test.each([
  ['a page', new Response('<h1>Please log in</h1>')],
  ['nothing', new Response(null, { status: 204 })],
  ['null', answer(200, null)],
  ['no id', answer(201)],
  ['the id of another lead', answer(201, { id: anotherId })],
])(
  'sending treats a success with %s as a failure, since it is not from the function',
  async (_, response) => {
    expect(await answering(response)).toEqual(tryAgainNow);
  },
);

test('sending reports that an id is taken', async () => {
  expect(await answering(answer(409))).toMatchObject({ state: 'taken' });
});

test.each([400, 403, 404, 405, 413, 415, 500, 502, 503, 504])(
  'sending treats a %i as a failure, and asks to try again',
  async (status) => {
    expect(await answering(answer(status, { error: 'inner details' }))).toEqual(tryAgainNow);
  },
);

// Its own limit is shorter than the usual patience.
test('sending gives up on an answer that does not come in time', { timeout: 10_000 }, async () => {
  const silent = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const { signal } = init ?? {};
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  expect(await send(submission, silent, 1)).toEqual({ ...tryAgainNow, state: 'unreached' });
});

test('a 422 says what to correct', async () => {
  const problem = { field: 'email', error: 'Invalid email address' };
  const more = { ...problem, trace: 'at line 3' };
  expect(await answering(answer(422, more))).toEqual({ state: 'refused', problem });
});

test.each([null, [], 'text', 7, {}, { field: 'email' }, { error: 'x' }, { field: 1, error: 2 }])(
  'a 422 that does not say what to correct is a failure: %j',
  async (body) => {
    expect(await answering(answer(422, body))).toEqual(tryAgainNow);
  },
);

test.each<[seconds: string | undefined, time: string]>([
  ['60', 'a minute'],
  ['61', '2 minutes'],
  [' 90 ', '2 minutes'],
  ['600', '10 minutes'],
  [undefined, 'a minute'],
  ['', 'a minute'],
  ['0', 'a minute'],
  ['-5', 'a minute'],
  ['soon', 'a minute'],
  ['Infinity', 'a minute'],
  ['9'.repeat(400), 'a minute'],
  ['12 34', 'a minute'],
])('a 429 with Retry-After %j says to wait %s', async (seconds, time) => {
  const response = answer(429, {}, seconds === undefined ? {} : { 'retry-after': seconds });
  expect(await answering(response)).toEqual({
    state: 'failed',
    description: `Too many requests came from your network. Please try again in ${time}.`,
  });
});
