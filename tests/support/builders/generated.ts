/** Values from fast-check: some almost valid, some not at all. */
import fc from 'fast-check';
import { currentConsent } from '../../../src/shared/consent.ts';
import { forFields, sources, type FormField } from '../../../src/shared/fields.ts';

/** Text of all kinds: empty, blank, long, in any script, with lone surrogates and NULs. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('\ud83d', '\udc4d', '\0', '\u202e', ' ', 'a') }),
  fc.integer({ min: 0, max: 2000 }).map((length) => 'x'.repeat(length)),
  fc.constantFrom('', ' ', '\ufeff', '__proto__', '=1+1', 'null', '[object Object]'),
);

export const anyValue = fc.oneof(
  anyText,
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
);

/** Text that people write, often of the maximum length. */
const someText = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: max })
    .map((text) => `${text}.`.slice(-max));

function someWords({ kind, limit = 0, missing }: FormField): fc.Arbitrary<unknown> {
  if (kind === 'consent') return fc.constant(true);
  if (kind === 'email') return fc.oneof(fc.emailAddress(), fc.constant('Dana.Roe@example.com'));
  return missing === undefined ? fc.option(someText(limit)) : someText(limit);
}

/** Forms whose fields are mostly right, sometimes wrong or missing. */
export const nearlySubmission = fc.record(
  {
    id: mostly(fc.uuid()),
    ...forFields((field) => mostly(someWords(field))),
    source: mostly(fc.constantFrom(...sources)),
    consent_version: mostly(fc.constant(currentConsent.version)),
    website: mostly(fc.constant('')),
  },
  { noNullPrototype: true },
);

function mostly<T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: anyValue });
}
