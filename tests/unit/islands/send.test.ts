import { describe, expect, test } from 'vitest';
import { send } from '../../../src/islands/contact-form/send.ts';
import { company } from '../../../src/copy/company.ts';
import { api } from '../../../src/shared/api.ts';
import { submissionSchema } from '../../../src/shared/contact-schema.ts';
import { anotherId, filledIn, someId } from '../../support/builders/filled-in.ts';
import { answer, stored } from '../../support/worlds/form-world.ts';

const submission = submissionSchema.parse({
  ...filledIn,
  id: someId,
  source: 'contact_page',
  consent_version: '2025-10-03',
});
const tryAgainNow = {
  state: 'failed',
  description: 'There was an error submitting your form. Please try again.',
};
const tryAgainIn = (time: string) => ({
  state: 'failed',
  description: `Too many requests came from your network. Please try again in ${time}.`,
});
const answering = (response: Response) => send(submission, () => Promise.resolve(response));

test('sending posts the submission as JSON to the path of the function', async () => {
  const requests: Request[] = [];
  await send(submission, (path, init) => {
    if (typeof path !== 'string') throw new TypeError('The path is no text');
    requests.push(new Request(new URL(path, 'https://site.example'), init));
    return Promise.resolve(stored(someId));
  });
  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe(`https://site.example${api.submitContact}`);
  expect(request?.headers.get('content-type')).toBe('application/json');
  expect(await request?.json()).toEqual(submission);
});

test.each([200, 201])('sending treats a %i as success', async (status) => {
  expect(await answering(answer(status, { id: someId }))).toEqual({ state: 'stored' });
});

test('sending says whom to write to when the site isn’t set up', async () => {
  const body = { error: 'This site isn’t set up yet.', reason: 'not-set-up' };
  expect(await answering(answer(503, body))).toEqual({
    state: 'failed',
    description: `This form isn’t set up yet. Please write to ${company.email} instead.`,
  });
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

test('sending treats a lost network as a failure', async () => {
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await send(submission, offline)).toEqual({ ...tryAgainNow, state: 'unreached' });
});

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

describe('a 422', () => {
  test('says what to correct', async () => {
    const problem = { field: 'email', error: 'Invalid email address' };
    const more = { ...problem, trace: 'at line 3' };
    expect(await answering(answer(422, more))).toEqual({ state: 'refused', problem });
  });

  test.each([null, [], 'text', 7, {}, { field: 'email' }, { error: 'x' }, { field: 1, error: 2 }])(
    'that does not say what to correct is a failure: %j',
    async (body) => {
      expect(await answering(answer(422, body))).toEqual(tryAgainNow);
    },
  );

  test('without JSON is a failure', async () => {
    const page = new Response('<h1>Unprocessable</h1>', { status: 422 });
    expect(await answering(page)).toEqual(tryAgainNow);
  });
});

describe('a 429', () => {
  test.each([
    ['1', 'a minute'],
    ['60', 'a minute'],
    ['61', '2 minutes'],
    ['120', '2 minutes'],
    ['600', '10 minutes'],
    [' 90 ', '2 minutes'],
  ])('with Retry-After %j says to wait %s', async (seconds, time) => {
    const response = answer(429, {}, { 'retry-after': seconds });
    expect(await answering(response)).toEqual(tryAgainIn(time));
  });

  test.each([undefined, '', '0', '-5', 'soon', 'NaN', 'Infinity', '9'.repeat(400), '12 34'])(
    'says to wait a minute when Retry-After is %j',
    async (seconds) => {
      const response = answer(429, {}, seconds === undefined ? {} : { 'retry-after': seconds });
      expect(await answering(response)).toEqual(tryAgainIn('a minute'));
    },
  );
});
