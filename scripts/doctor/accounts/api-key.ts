import * as z from 'zod/mini';
import { CheckFailed, passed, type Check } from '../check.ts';
import { askGoogle, google, GoogleRefusal } from '../google/ask.ts';
import { signIn, type Accounts } from './sign-in.ts';

/** https://cloud.google.com/identity-platform/docs/reference/rest/v1/TopLevel/getProjects */
const projectSchema = z.object({
  /** Despite its name, the project's number. */
  projectId: z.string(),
  authorizedDomains: z.optional(z.array(z.string())),
});

const apiKeyIsSet: Check<string> = {
  name: 'API key',
  needs: [],
  run: ({ env }) => {
    const key = env.PUBLIC_FIREBASE_API_KEY?.trim();
    if (key) return { detail: 'set', found: key };
    throw new CheckFailed(
      'PUBLIC_FIREBASE_API_KEY is not set, so nobody can sign in: set it to the Web API key, which is in the project settings at https://console.firebase.google.com.',
    );
  },
};

const apiKeyIsOwn: Check = {
  name: "API key's project",
  needs: [apiKeyIsSet, signIn],
  run: async (world, { found, signal }) => {
    const accounts = found(signIn);
    const site = URL.parse(world.env.SITE_URL ?? '');
    const headers = {
      // Not in the address, because addresses are logged.
      'x-goog-api-key': found(apiKeyIsSet),
      // A key may be limited to pages of the site.
      ...(site && { referer: `${site.origin}/auth` }),
    };
    const project = await askGoogle(world, `${google.accounts}/v1/projects`, projectSchema, {
      headers,
      signal,
    }).catch((error: unknown) => {
      throw failure(error, accounts.projectId);
    });
    if (!isSame(project, accounts)) {
      throw new CheckFailed(
        `PUBLIC_FIREBASE_API_KEY belongs to the project ${project.projectId}, but the service account to ${accounts.names.join(', number ')}: set it to the key at ${keyPage(accounts.projectId)}`,
      );
    }
    return passed(`of the project ${accounts.projectId}`);
  },
};

export const apiKeyChecks = [apiKeyIsSet, apiKeyIsOwn];

/** If Google gives no number, compares the domain that each project starts with. */
function isSame(key: z.infer<typeof projectSchema>, { projectId, names }: Accounts): boolean {
  if (names.includes(key.projectId)) return true;
  const comparable = names.length > 1;
  return !comparable && Boolean(key.authorizedDomains?.includes(`${projectId}.firebaseapp.com`));
}

const keyPage = (projectId: string): string =>
  `https://console.firebase.google.com/project/${projectId}/settings/general`;

function failure(error: unknown, projectId: string): unknown {
  if (!(error instanceof GoogleRefusal)) return error;
  const { httpStatus, reason } = error.answer;
  const restrictions = `https://console.cloud.google.com/apis/credentials?project=${projectId}`;
  const sentences: Record<string, string> = {
    API_KEY_INVALID: `Google doesn't know PUBLIC_FIREBASE_API_KEY: set it to the key at ${keyPage(projectId)}`,
    API_KEY_HTTP_REFERRER_BLOCKED: `PUBLIC_FIREBASE_API_KEY does not allow pages of this site: add the site to its websites at ${restrictions}`,
    API_KEY_SERVICE_BLOCKED: `PUBLIC_FIREBASE_API_KEY may not be used to sign in: add the Identity Toolkit API and the Token Service API to it at ${restrictions}`,
  };
  const said =
    sentences[reason] ??
    `Google refuses PUBLIC_FIREBASE_API_KEY (${httpStatus}): check its restrictions at ${restrictions}`;
  return new CheckFailed(said, { cause: error });
}
