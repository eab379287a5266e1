import { createVerify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { declared } from '../firestore-indexes.ts';
import { toResponse, type Answer, type Cloud } from './cloud.ts';

export const projectId = 'leadwright-live';
export const projectNumber = '104071899362';
export const accessToken = 'ya29.token-that-nobody-may-read';

const database = `projects/${projectId}/databases/(default)`;

/** The addresses of the project's resources, by host. */
export const places = {
  token: 'oauth2.googleapis.com/token',
  query: `firestore.googleapis.com/v1/${database}/documents:runQuery`,
  indexes: `firestore.googleapis.com/v1/${database}/collectionGroups/-/indexes`,
  fields: `firestore.googleapis.com/v1/${database}/collectionGroups/-/fields`,
  release: `firebaserules.googleapis.com/v1/projects/${projectId}/releases/cloud.firestore`,
  ruleset: `firebaserules.googleapis.com/v1/projects/${projectId}/rulesets/5c1c9a`,
  config: `identitytoolkit.googleapis.com/admin/v2/projects/${projectId}/config`,
  project: 'identitytoolkit.googleapis.com/v1/projects',
};

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
export function openProject(cloud: Cloud, key: string, apiKey: string, siteHost: string): void {
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
  const list = (kind: 'indexes' | 'fields', all: unknown[]) =>
    signedIn((request) => {
      const { searchParams } = new URL(request.url);
      const filter = 'indexConfig.usesAncestorConfig=false OR ttlConfig:*';
      return kind === 'fields' && searchParams.get('filter') !== filter
        ? refusal(400, 'INVALID_ARGUMENT')
        : { body: { [kind]: all } };
    });
  cloud.on(places.indexes, list('indexes', deployedIndexes()));
  cloud.on(places.fields, list('fields', deployedFields()));
  cloud.on(places.query, async (request) => {
    const asked = await request.clone().text();
    const found = asked.includes('user_roles')
      ? [{ document: { name: 'user_roles/ada_admin' } }]
      : [];
    return signedIn(() => ({ body: found }))(request);
  });
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
        ? {
            body: { projectId: projectNumber, authorizedDomains: [`${projectId}.firebaseapp.com`] },
          }
        : refusal(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'),
    ),
  );
}

const invalidGrant = (error_description: string): Answer => ({
  status: 400,
  body: { error: 'invalid_grant', error_description },
});

/** A do-not-contact list, or the result of a query for admins. Without a fingerprint, its key is unknown. */
export const listOf = (mark: string | undefined, hashes: readonly string[]): object[] => [
  ...(mark
    ? [{ document: { name: 'opt_outs/.key', fields: { mark: { stringValue: mark } } } }]
    : []),
  ...hashes.map((hash) => ({ document: { name: `opt_outs/${hash}`, fields: {} } })),
];

export const rulesetOf = (content: string): Answer => ({
  body: { source: { files: [{ name: 'firestore.rules', content, fingerprint: 'x' }] } },
});

export const configOf = (
  siteHost: string,
  email: object = { enabled: true, passwordRequired: true },
): Answer => ({
  body: {
    name: `projects/${projectNumber}/config`,
    signIn: { email, hashConfig: { signerKey: 'a-key-that-nobody-may-read' } },
    authorizedDomains: ['localhost', `${projectId}.firebaseapp.com`, siteHost],
  },
});

/** Firestore adds a name and a state to each, and ends each with the document's name. */
export const deployedIndexes = () =>
  declared.composite.map(({ collectionGroup, queryScope, fields }, i) => ({
    name: `${database}/collectionGroups/${collectionGroup}/indexes/CICAgJ${i}`,
    queryScope,
    fields: [...fields, { fieldPath: '__name__', order: fields.at(-1)?.order ?? 'ASCENDING' }],
    state: 'READY',
  }));

export const deployedFields = () =>
  declared.overrides.map(({ collectionGroup, fieldPath, ttl }) => ({
    name: `${database}/collectionGroups/${collectionGroup}/fields/${fieldPath}`,
    indexConfig: {},
    ...(ttl && { ttlConfig: { state: 'ACTIVE' } }),
  }));
