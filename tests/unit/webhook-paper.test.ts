import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageOf, signedHeaders } from '../../functions/delivery/webhook/message.ts';
import { isObject } from '../../src/shared/json.ts';
import { aRecord } from '../support/builders/record.ts';

const paper = readFileSync('docs/webhook.md', 'utf8');
const written = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(paper)?.[1] ?? '';

interface Receiver {
  isGenuine: (headers: Record<string, string>, body: string, secret: string) => boolean;
}

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const another = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

test('docs/webhook.md has the fields of a delivery, in their order', () => {
  const names = ['attribution', 'id', 'answered_url'] as const;
  const { body } = messageOf(aRecord(), { names, site: 'https://www.example.com' });
  const fields = (json: string): string[] => {
    const parsed: unknown = JSON.parse(json);
    return isObject(parsed) ? Object.keys(parsed) : [];
  };
  expect(fields(written('json'))).toEqual(fields(body));
});

test('the receiver in docs/webhook.md takes what we sign, and nothing else', async () => {
  const code = `data:text/javascript,${encodeURIComponent(written('js'))}`;
  const { isGenuine } = (await import(/* @vite-ignore */ code)) as Receiver;
  const message = messageOf(aRecord());
  const headers = signedHeaders(message, [another, secret], new Date());
  const { body } = message;
  expect(isGenuine(headers, body, secret)).toBe(true);
  expect(isGenuine(headers, body, another)).toBe(true);
  expect(isGenuine(headers, `${body} `, secret)).toBe(false);
  expect(isGenuine(signedHeaders(message, [another], new Date()), body, secret)).toBe(false);
  expect(isGenuine(signedHeaders(message, [], new Date()), body, secret)).toBe(false);
  expect(isGenuine(signedHeaders(message, [secret], new Date(0)), body, secret)).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-timestamp': '' }, body, secret)).toBe(false);
});
