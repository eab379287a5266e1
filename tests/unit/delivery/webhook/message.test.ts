import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  messageOf,
  messageOfRights,
  signedHeaders,
} from '../../../../functions/delivery/webhook/message.ts';
import { rightsMessages } from '../../../../functions/opt-outs/person.ts';
import type { RightsMessage } from '../../../../functions/store/outbox-entry.ts';
import { readRecord } from '../../../../functions/store/record.ts';
import type { MoreFields } from '../../../../functions/delivery/webhook/webhook.ts';
import { sampleMessage } from '../../../../functions/delivery/sample.ts';
import { filledIn, someId } from '../../../support/builders/filled-in.ts';
import { aRecord, followedUp } from '../../../support/builders/record.ts';
import { currentConsent } from '../../../../src/shared/consent.ts';
import { readFileSync } from 'node:fs';
import { isObject } from '../../../../src/shared/json.ts';

const someTime = '2026-03-02T15:04:05.678Z';
const record = aRecord({ ...followedUp, id: someId, created_at: someTime, source: 'contact_form' });

test('the message has the specified fields under their names, and no others', () => {
  const { id, body } = messageOf(record);
  expect(id).toBe(someId);
  expect(JSON.parse(body)).toEqual({ ...filledIn, timestamp: someTime, source: 'contact_form' });
});

test('the message passes on a source that only a newer version of the site knows', () => {
  const { body } = messageOf(readRecord(someId, { ...record, source: 'landing_quiz' }));
  expect(JSON.parse(body)).toMatchObject({ source: 'landing_quiz' });
});

test('a test message has the body of a lead and a test mark', () => {
  const target = { url: new URL('https://x.example'), secrets: [], allowPrivate: false };
  const { body } = sampleMessage(someId, new Date(someTime), target);
  expect(JSON.parse(body)).toMatchObject({ name: 'TEST, not a lead', test: true });
  expect(Object.keys(JSON.parse(body) as object)).toEqual([
    ...Object.keys(JSON.parse(messageOf(record).body) as object),
    'test',
  ]);
});

test('the message has the same bytes after any number of attempts', () => {
  const later = {
    ...record,
    tries: 7,
    attempts: [{ at: someTime, ms: 5, status: 500 }],
    delivery: { state: 'failed' as const, at: '2026-03-05T00:00:00.000Z' },
  };
  expect(messageOf(later)).toEqual(messageOf(record));
  expect(messageOf(Object.fromEntries(Object.entries(record).reverse()) as typeof record)).toEqual(
    messageOf(record),
  );
});

test('the message has more fields only if the settings name them, in the order of the settings', () => {
  const attribution = { utm_source: 'google' };
  const withMore = (names: MoreFields['names'], from: typeof record = { ...record, attribution }) =>
    messageOf({ ...from, more: { names, site: 'https://site.example' } }).body;
  const nine = messageOf(record).body.slice(0, -1);
  expect(withMore([])).toBe(messageOf(record).body);
  expect(withMore(['attribution', 'id', 'answered_url'])).toBe(
    `${nine},"attribution":{"utm_source":"google"},"id":"${someId}","answered_url":"https://site.example/admin?q=${someId}"}`,
  );
  expect(withMore(['attribution'], record)).toBe(`${nine},"attribution":null}`);
  const { version, text } = currentConsent;
  const agreed = { ...record, consent: { ...record.consent, version } };
  expect(JSON.parse(withMore(['consent_version', 'consent_text'], agreed))).toEqual({
    ...(JSON.parse(messageOf(record).body) as object),
    consent_version: version,
    consent_text: text,
  });
});

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = `whsec_${Buffer.from('the secret before this one').toString('base64')}`;

test('the signature matches the specification’s example', () => {
  const body = '{"test": 2432232314}';
  const at = new Date(1614265330_000);
  expect(signedHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body }, [secret], at)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

const paper = readFileSync('docs/webhook.md', 'utf8');
const written = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(paper)?.[1] ?? '';

interface Receiver {
  isGenuine: (headers: Record<string, string>, body: string, secret: string) => boolean;
}

test('docs/webhook.md lists the fields of a delivery in their order', () => {
  const names = ['attribution', 'id', 'answered_url', 'consent_version', 'consent_text'];
  const more = { names, site: 'https://www.example.com' };
  const { body } = messageOf(aRecord({ more }));
  const fields = (json: string): string[] => {
    const parsed: unknown = JSON.parse(json);
    return isObject(parsed) ? Object.keys(parsed) : [];
  };
  expect(fields(written('json'))).toEqual(fields(body));
});

test('a Standard Webhooks library and the receiver in docs/webhook.md accept messages signed with either secret, and no others', async () => {
  const code = `data:text/javascript,${encodeURIComponent(written('js'))}`;
  const { isGenuine } = (await import(/* @vite-ignore */ code)) as Receiver;
  const message = messageOf(aRecord({ name: 'Zoë 🌳' }));
  const headers = signedHeaders(message, [older, secret], new Date());
  expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  const { body } = message;
  for (const key of [older, secret]) {
    expect(() => new Webhook(key).verify(body, headers)).not.toThrow();
    expect(isGenuine(headers, body, key)).toBe(true);
  }
  expect(isGenuine(headers, `${body} `, secret)).toBe(false);
  expect(isGenuine(signedHeaders(message, [older], new Date()), body, secret)).toBe(false);
  expect(isGenuine(signedHeaders(message, [], new Date()), body, secret)).toBe(false);
  expect(isGenuine(signedHeaders(message, [secret], new Date(0)), body, secret)).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-timestamp': '' }, body, secret)).toBe(false);
});

interface TextingTool {
  takeMessage: (
    headers: Record<string, string>,
    body: string,
    secret: string,
    tool: Record<'stop' | 'resume' | 'erase', (it: string) => void>,
  ) => Promise<number>;
}

test('the texting tool in docs/webhook.md obeys our messages, and the newest one wins', async () => {
  const examples = [...paper.matchAll(/```js\n(.*?)```/gs)].map(([, example = '']) => example);
  const taking = examples.filter((example) => /function (isGenuine|takeMessage)\(/.test(example));
  expect(taking).toHaveLength(2);
  const code = `data:text/javascript,${encodeURIComponent(taking.join(''))}`;
  const { takeMessage } = (await import(/* @vite-ignore */ code)) as TextingTool;
  const done: string[] = [];
  const does = (what: string) => (it: string) => void done.push(`${what} ${it}`);
  const tool = { stop: does('stop'), resume: does('resume'), erase: does('erase') };
  const take = async (type: RightsMessage['type'], at: string, secretUsed = secret) => {
    const people = [{ email: 'dana@example.com', phone: '(713) 555-0142' }];
    const deps = { rights: { state: 'wrong' }, newId: () => someId } as const;
    const [told] = rightsMessages(people, { type, at }, deps);
    const message = messageOfRights(told ?? expect.unreachable());
    const headers = signedHeaders(message, [secretUsed], new Date());
    return [await takeMessage(headers, message.body, secret, tool), ...done.splice(0)];
  };
  const [early, late] = ['2026-03-02T15:04:05.678Z', '2026-03-03T15:04:05.678Z'];
  expect(await take('opted-out', early, older)).toEqual([401]);
  expect(await take('opted-out', late)).toEqual([
    204,
    'stop dana@example.com',
    'stop +17135550142',
  ]);
  expect(await take('opted-in', early)).toEqual([204]);
  expect(await take('erased', early)).toEqual([
    204,
    'erase dana@example.com',
    'erase +17135550142',
  ]);
});
