import { expect, test } from 'vitest';
import { send } from '../../../src/islands/contact-form/send.ts';
import { submissionSchema } from '../../../src/shared/contact-schema.ts';
import { anotherId, sentForm } from '../../support/builders/filled-in.ts';
import { answer } from '../../support/worlds/form-world.ts';

const submission = submissionSchema.parse(sentForm);
const tryAgainNow = {
  state: 'failed',
  description: 'There was an error submitting your form. Please try again.',
};
const answering = (response: Response) => send(submission, () => Promise.resolve(response));

test.each([
  ['a page', new Response('<h1>Please log in</h1>')],
  ['null', answer(200, null)],
  ['no id', answer(201)],
  ['the id of another lead', answer(201, { id: anotherId })],
])(
  'sending treats a success with %s as a failure, since it is not from the function',
  async (_, response) => {
    expect(await answering(response)).toEqual(tryAgainNow);
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

test.each([null, 'text', { field: 'email' }, { field: 1, error: 2 }])(
  'a 422 that does not say what to correct is a failure: %j',
  async (body) => {
    expect(await answering(answer(422, body))).toEqual(tryAgainNow);
  },
);

test.each<[seconds: string | undefined, time: string]>([
  ['60', 'a minute'],
  ['61', '2 minutes'],
  [undefined, 'a minute'],
  ['-5', 'a minute'],
  ['soon', 'a minute'],
  ['9'.repeat(400), 'a minute'],
])('a 429 with Retry-After %j says to wait %s', async (seconds, time) => {
  const response = answer(429, {}, seconds === undefined ? {} : { 'retry-after': seconds });
  expect(await answering(response)).toEqual({
    state: 'failed',
    description: `Too many requests came from your network. Please try again in ${time}.`,
  });
});
