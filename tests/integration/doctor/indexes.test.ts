import { describe, test } from 'vitest';
import {
  answers,
  expectFailure,
  reading,
  type Case,
} from '../../support/servers/deployment/diagnose.ts';
import {
  deployedFields,
  deployedIndexes,
  places,
  refusal,
} from '../../support/servers/deployment/google.ts';

const deploy = 'npx firebase deploy --only firestore --project leadwright-live';
const notReady = { state: 'CREATING' };

type Indexes = ReturnType<typeof deployedIndexes>;
type Fields = ReturnType<typeof deployedFields>;

const indexes = (change: (all: Indexes) => object[]) =>
  answers(places.indexes, { body: { indexes: change(deployedIndexes()) } });
const fields = (change: (all: Fields) => object[]) =>
  answers(places.fields, { body: { fields: change(deployedFields()) } });
const isExpiry = ({ name }: { name: string }) => name.endsWith('/sightings/fields/expires_at');

describe('indexes', () => {
  test.each<Case>([
    [
      'one that is missing',
      'indexes',
      new RegExp(
        `^Not in Firestore: index contact_submissions \\(listed ASCENDING, created_at DESCENDING\\): ${deploy}$`,
      ),
      indexes((all) => all.slice(1)),
    ],
    ['all that are missing', 'indexes', /^Not in Firestore: .+; index /, indexes(() => [])],
    [
      'one with a field in the other direction',
      'indexes',
      /^Not in Firestore: .+ DESCENDING\).+Not in firestore\.indexes\.json: .+ ASCENDING\)/,
      indexes((all) => all.map((it, i) => (i === 0 ? reversed(it) : it))),
    ],
    [
      'one that ends with the name in its own direction',
      'indexes',
      /^Not in Firestore: .+Not in firestore\.indexes\.json: .+, __name__ ASCENDING\)/,
      indexes((all) => all.map((it, i) => (i === 0 ? withName(it, 'ASCENDING') : it))),
    ],
    [
      'one that is being built',
      'indexes',
      /^Still being built: index contact_submissions \(.+run the doctor again/,
      indexes(([first, ...others]) => [{ ...first, ...notReady }, ...others]),
    ],
    [
      'one that is broken',
      'indexes',
      /^Broken: index contact_submissions \(.+delete it at https:/,
      indexes(([first, ...others]) => [{ ...first, state: 'NEEDS_REPAIR' }, ...others]),
    ],
    [
      'one too many',
      'indexes',
      new RegExp(`^Not in firestore.indexes.json: index other \\(.+ ${deploy} --force`),
      indexes((all) => [
        ...all,
        {
          ...all[0],
          name: 'projects/x/databases/(default)/collectionGroups/other/indexes/1',
        },
      ]),
    ],
    [
      'an exemption that is missing',
      'indexes',
      /^Not in Firestore: no indexes of contact_submissions\.message/,
      fields((all) => all.filter(({ name }) => !name.endsWith('/message'))),
    ],
    [
      'an exemption that was taken back',
      'indexes',
      /^Not in Firestore: no indexes of sightings\.expires_at/,
      fields((all) =>
        all.map((it) => (isExpiry(it) ? { ...it, indexConfig: { usesAncestorConfig: true } } : it)),
      ),
    ],
    [
      'a field that has indexes after all',
      'indexes',
      /^Not in Firestore: no indexes of contact_submissions\.message/,
      fields((all) =>
        all.map((it) =>
          it.name.endsWith('/message')
            ? {
                ...it,
                indexConfig: {
                  indexes: [{ queryScope: 'COLLECTION', fields: [{ order: 'ASCENDING' }] }],
                },
              }
            : it,
        ),
      ),
    ],
    [
      'an expiry that is off',
      'indexes',
      /^Not in Firestore: expiry by sightings\.expires_at/,
      fields((all) =>
        all.map(({ ttlConfig, ...it }: Fields[number] & { ttlConfig?: unknown }) => it),
      ),
    ],
    [
      'an expiry that is being set up',
      'indexes',
      /^Still being built: expiry by sightings\.expires_at/,
      fields((all) => all.map((it) => (isExpiry(it) ? { ...it, ttlConfig: notReady } : it))),
    ],
    [
      'an expiry that nobody wrote down',
      'indexes',
      /^Not in Firestore: no expiry by contact_submissions\.message/,
      fields((all) =>
        all.map((it) =>
          it.name.endsWith('/message') ? { ...it, ttlConfig: { state: 'ACTIVE' } } : it,
        ),
      ),
    ],
    [
      'settings that nobody wrote down',
      'indexes',
      /^Not in firestore.indexes.json: settings of other\.field/,
      fields((all) => [
        ...all,
        {
          name: 'projects/x/databases/(default)/collectionGroups/other/fields/field',
          indexConfig: {},
        },
      ]),
    ],
    [
      'an account without the right role',
      'indexes',
      /may not list the indexes: give it the role Cloud Datastore Viewer/,
      answers(places.indexes, refusal(403, 'PERMISSION_DENIED')),
    ],
    [
      'a file that is broken',
      'indexes',
      /^firestore\.indexes\.json can't be read: restore it/,
      reading('firestore.indexes.json', '{'),
    ],
    [
      'another folder',
      'indexes',
      /^firestore.indexes.json is not in this folder: run/,
      reading('firestore.indexes.json', undefined),
    ],
  ])('report %s', async (...broken) => {
    await expectFailure(...broken);
  });
});

function reversed(index: Indexes[number]): Indexes[number] {
  const fields = index.fields.slice(0, -1).map((it) => ({ ...it, order: 'ASCENDING' }));
  return withName({ ...index, fields: [...fields, { fieldPath: '', order: '' }] }, 'ASCENDING');
}

function withName(index: Indexes[number], order: string): Indexes[number] {
  return { ...index, fields: [...index.fields.slice(0, -1), { fieldPath: '__name__', order }] };
}
