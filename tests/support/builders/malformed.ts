/** Requests that no form sends, and that must never be stored. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { fields } from '../../../src/shared/fields.ts';
import { anyText, anyValue } from './generated.ts';
import { aSubmission } from './requests.ts';

interface Malformed {
  method: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

const encode = (text: string) => new TextEncoder().encode(text);
const valid = (): string => JSON.stringify(aSubmission());
const asJson = { 'content-type': 'application/json' };
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

const posted = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) => ({
  method: 'POST',
  headers,
  body: typeof body === 'string' ? encode(body) : body,
});

const deep = (depth: number, [open, close]: [string, string]): string =>
  open.repeat(depth) + close.repeat(depth);

const words = fields.filter(({ kind, missing }) => missing !== undefined && kind !== 'consent');
const required = ['id', 'source', ...words.map(({ name }) => name)];
/** Values that no field accepts: wrong types, wrong lengths, characters that can't be stored. */
const unfit = fc.oneof(
  // JSON turns dates and some other values into text.
  anyValue.map(toJson).filter((json) => !json.startsWith('"')),
  fc.constantFrom('', '  ', 'x'.repeat(2001), '\ud83d', 'Da\udc4dna', 'Dana\0').map(toJson),
  fc.integer({ min: 1, max: 3000 }).map((depth) => deep(depth, ['[', ']'])),
  fc.integer({ min: 1, max: 2000 }).map((depth) => `{"a":${deep(depth, ['[', ']'])}}`),
);

/** Lone surrogates stay escapes, as JSON.stringify writes them. */
function toJson(value: unknown): string {
  try {
    // JSON can't express it.
    return value === undefined ? 'null' : JSON.stringify(value);
  } catch {
    return 'null';
  }
}

const wrongFields = fc.tuple(fc.constantFrom(...required), unfit).map(([field, value]) => {
  const fields = Object.entries(aSubmission()).filter(([name]) => name !== field);
  const others = fields.map(([name, own]) => `${JSON.stringify(name)}:${JSON.stringify(own)}`);
  return posted(asJson, `{${[...others, `"${field}":${value}`].join(',')}}`);
});

const wrongJson = fc
  .oneof(
    anyText,
    fc.json(),
    fc.nat(250).map((end) => valid().slice(0, end)),
    fc.nat(250).map((end) => valid().slice(end + 1)),
    fc.constantFrom('{}', '[]', 'null', `[${valid()}]`, `${valid()}${valid()}`, `{"a":${valid()}}`),
    fc.constantFrom('__proto__', 'constructor', 'prototype').map((key) => `{"${key}":${valid()}}`),
    fc.integer({ min: 1, max: 8000 }).map((depth) => deep(depth, ['[', ']'])),
    fc.integer({ min: 1, max: 16_000 }).map((depth) => '['.repeat(depth)),
  )
  .map((body) => posted(asJson, body));

const huge = fc
  .tuple(
    fc.constantFrom(asJson, asForm),
    fc.integer({ min: 16_385, max: 60_000 }),
    fc.constantFrom('x', '[', '{"a":', '\0', '%00', '&a=b', 'é'),
  )
  .map(([headers, length, text]) => posted(headers, text.repeat(length / text.length + 1)));

const wrongBytes = fc
  .tuple(
    fc.constantFrom(asJson, asForm),
    fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }).map((it) => Uint8Array.of(0xff, ...it)),
      fc
        .constantFrom(
          () => Buffer.from(`\ufeff${valid()}`, 'utf16le'),
          () => Buffer.from(valid().replace('Dana', 'Peña'), 'latin1'),
          () => gzipSync(valid()),
        )
        .map((bytesOf) => new Uint8Array(bytesOf())),
    ),
  )
  .map(([headers, body]) => posted(headers, body));

const pair = fc.tuple(
  fc.constantFrom(
    'name',
    'name[]',
    'name[0]',
    'name.a',
    '__proto__',
    'id',
    '',
    'consent_marketing',
  ),
  fc.oneof(anyText, fc.constantFrom('%', '%ZZ', '%00', '%ff', '%ED%A0%BD', '+++')),
);
const wrongForm = fc
  .tuple(fc.array(pair, { maxLength: 30 }), fc.boolean())
  .map(([pairs, escaped]) =>
    pairs.map((pair) =>
      (escaped ? pair.map((part) => encodeURIComponent(part.toWellFormed())) : pair).join('='),
    ),
  )
  // Consent is required, too, and none of these forms has an e-mail address.
  .map((fields) => posted(asForm, fields.join('&')));

const wrongType = fc
  .constantFrom(
    {},
    { 'content-type': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'text/html' },
    { 'content-type': 'application/jsonp' },
    { 'content-type': 'application/json-seq' },
    { 'content-type': 'application/json;charset=utf-16' },
    { 'content-type': 'application/json; charset="iso-8859-1"' },
    { 'content-type': 'application/x-www-form-urlencoded-not' },
    { 'content-type': 'application/x-www-form-urlencoded; charset=latin1' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': ';;;=' },
    { ...asJson, 'content-encoding': 'gzip' },
    { ...asForm, 'content-encoding': 'br' },
  )
  .map((headers) => posted(headers as Record<string, string>, valid()));

const wrongHeaders = fc
  .constantFrom(
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'https://leadwright.example.evil.example' },
    { origin: 'not an origin' },
    { origin: '' },
    { 'content-length': '999999999999' },
    { 'content-length': '1e9' },
  )
  .map((headers) => posted({ ...asJson, ...headers }, valid()));

const wrongMethod = fc
  .tuple(
    fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'FOO', 'PROPFIND'),
    fc.constantFrom(asJson, asForm, {}),
  )
  .map(([method, headers]) => ({ ...posted(headers as Record<string, string>, valid()), method }));

export const malformed: fc.Arbitrary<Malformed> = fc.oneof(
  { weight: 5, arbitrary: wrongFields },
  { weight: 4, arbitrary: wrongJson },
  { weight: 3, arbitrary: wrongForm },
  { weight: 2, arbitrary: wrongBytes },
  { weight: 1, arbitrary: huge },
  { weight: 1, arbitrary: wrongType },
  { weight: 1, arbitrary: wrongHeaders },
  { weight: 1, arbitrary: wrongMethod },
);

export function toRequest(url: string, { method, headers, body }: Malformed): Request {
  const bodiless = method === 'GET' || method === 'HEAD';
  return new Request(url, { method, headers, ...(!bodiless && { body }) });
}
