import { createVerify, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { newCanary, newWatch } from '../../../../functions/store/watch-state.ts';
import { openDocuments } from './documents.ts';
import { toResponse, type Answer, type Cloud } from './cloud.ts';

export const projectId = 'leadwright-live';
export const projectNumber = '104071899362';
export const accessToken = 'ya29.token-that-nobody-may-read';

const database = `projects/${projectId}/databases/(default)`;

/** The addresses of the project's resources, by host. */
export const places = {
  token: 'oauth2.googleapis.com/token',
  documents: `firestore.googleapis.com/v1/${database}/documents:batchGet`,
  indexes: `firestore.googleapis.com/v1/${database}/collectionGroups/-/indexes`,
  fields: `firestore.googleapis.com/v1/${database}/collectionGroups/-/fields`,
  release: `firebaserules.googleapis.com/v1/projects/${projectId}/releases/cloud.firestore`,
  ruleset: `firebaserules.googleapis.com/v1/projects/${projectId}/rulesets/5c1c9a`,
  config: `identitytoolkit.googleapis.com/admin/v2/projects/${projectId}/config`,
  project: 'identitytoolkit.googleapis.com/v1/projects',
};

/** A refusal in Google's format. */
export const refusal = (status: number, name: string, reason?: string, message = ''): Answer => ({
  status,
  body: {
    error: {
      code: status,
      message,
      status: name,
      ...(reason && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }],
      }),
    },
  },
});

/** Firestore wraps its errors in a list of one. */
export const listed = ({ body, ...answer }: Answer): Answer => ({ ...answer, body: [body] });

/** The project after a successful deploy. */
export function openProject(cloud: Cloud, key: KeyObject, apiKey: string, siteHost: string): void {
  const signedIn = (answer: (request: Request) => Answer) => (request: Request) =>
    toResponse(
      request.headers.get('authorization') === `Bearer ${accessToken}`
        ? answer(request)
        : refusal(401, 'UNAUTHENTICATED'),
    );

  cloud.on(places.token, async (request) => {
    const assertion = new URLSearchParams(await request.text()).get('assertion') ?? '';
    const [head, claims, signature = ''] = assertion.split('.');
    const signed = createVerify('RSA-SHA256').update(`${String(head)}.${String(claims)}`);
    return toResponse(
      signed.verify(key, signature, 'base64url')
        ? { body: { access_token: accessToken, token_type: 'Bearer', expires_in: 3599 } }
        : invalidGrant('Invalid JWT Signature.'),
    );
  });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  openDocuments(cloud, places.documents, {
    ...newWatch,
    looked_at: ago(9),
    looked_before: ago(14),
    canary: { ...newCanary, visited_at: ago(9) },
  });
  // Two pages of each list.
  const pages = (kind: 'indexes' | 'fields', all: unknown[]) =>
    signedIn((request) => {
      const { searchParams } = new URL(request.url);
      const filter = 'indexConfig.usesAncestorConfig=false OR ttlConfig:*';
      if (kind === 'fields' && searchParams.get('filter') !== filter) {
        return refusal(400, 'INVALID_ARGUMENT');
      }
      return searchParams.get('pageToken') === 'second'
        ? { body: { [kind]: all.slice(2) } }
        : { body: { [kind]: all.slice(0, 2), nextPageToken: 'second' } };
    });
  cloud.on(places.indexes, pages('indexes', deployedIndexes()));
  cloud.on(places.fields, pages('fields', deployedFields()));
  cloud.on(
    places.release,
    signedIn(() => ({
      body: {
        name: `projects/${projectId}/releases/cloud.firestore`,
        rulesetName: `projects/${projectId}/rulesets/5c1c9a`,
      },
    })),
  );
  cloud.on(
    places.ruleset,
    signedIn(() => rulesetOf(readFileSync('firestore.rules', 'utf8'))),
  );
  cloud.on(
    places.config,
    signedIn(() => configOf(siteHost)),
  );
  cloud.on(places.project, (request) =>
    toResponse(
      request.headers.get('x-goog-api-key') === apiKey
        ? { body: { projectId: projectNumber, authorizedDomains: [] } }
        : refusal(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'),
    ),
  );
}

export const invalidGrant = (error_description: string): Answer => ({
  status: 400,
  body: { error: 'invalid_grant', error_description },
});

export const rulesetOf = (content: string): Answer => ({
  body: { source: { files: [{ name: 'firestore.rules', content, fingerprint: 'x' }] } },
});

export const configOf = (siteHost: string, email: object = { enabled: true }): Answer => ({
  body: {
    name: `projects/${projectNumber}/config`,
    signIn: { email, hashConfig: { signerKey: 'a-key-that-nobody-may-read' } },
    authorizedDomains: ['localhost', `${projectId}.firebaseapp.com`, siteHost],
  },
});

type Mode = { order?: string; arrayConfig?: string };
interface File {
  indexes: {
    collectionGroup: string;
    queryScope: string;
    fields: ({ fieldPath: string } & Mode)[];
  }[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    ttl?: boolean;
    indexes: ({ queryScope: string } & Mode)[];
  }[];
}

const file = () => JSON.parse(readFileSync('firestore.indexes.json', 'utf8')) as File;

/** Firestore adds a name and a state to each, and ends each with the document's name. */
export const deployedIndexes = () =>
  file().indexes.map(({ collectionGroup, queryScope, fields }, i) => ({
    name: `${database}/collectionGroups/${collectionGroup}/indexes/CICAgJ${i}`,
    queryScope,
    fields: [...fields, { fieldPath: '__name__', order: fields.at(-1)?.order ?? 'ASCENDING' }],
    state: 'READY',
  }));

export const deployedFields = () => [
  {
    name: `${database}/collectionGroups/__default__/fields/*`,
    indexConfig: {
      indexes: [{ queryScope: 'COLLECTION', fields: [{ fieldPath: '*', order: 'ASCENDING' }] }],
    },
  },
  ...file().fieldOverrides.map(({ collectionGroup, fieldPath, ttl, indexes }) => ({
    name: `${database}/collectionGroups/${collectionGroup}/fields/${fieldPath}`,
    // Google leaves out empty values.
    indexConfig:
      indexes.length === 0
        ? {}
        : {
            indexes: indexes.map(({ queryScope, ...mode }) => ({
              queryScope,
              fields: [{ fieldPath, ...mode }],
              state: 'READY',
            })),
          },
    ...(ttl && { ttlConfig: { state: 'ACTIVE' } }),
  })),
];
