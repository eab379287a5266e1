/** Checks whether staff can sign in: the provider, the project's API key and the site's domain. */
import * as z from 'zod/mini';
import type { Env } from '../../functions/env.ts';
import { GoogleRefusal, type Access } from './google.ts';
import { ensure, StartError } from '../command.ts';
import { passed } from './findings.ts';

const api = 'https://identitytoolkit.googleapis.com';

/** Only the fields that are needed: the answer also has keys. */
const configSchema = z.object({
  signIn: z.optional(
    z.object({
      email: z.optional(
        z.object({ enabled: z.optional(z.boolean()), passwordRequired: z.optional(z.boolean()) }),
      ),
    }),
  ),
  authorizedDomains: z.optional(z.array(z.string())),
});

type Accounts = Awaited<ReturnType<typeof signIn>>['found'];

const right = {
  what: 'read the settings of sign-in',
  role: 'Firebase Authentication Viewer (roles/firebaseauth.viewer)',
};

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects/getConfig */
export async function signIn({ projectId, ask }: Access) {
  const url = `${api}/admin/v2/projects/${projectId}/config`;
  const config = await ask({ url, schema: configSchema, ...right }).catch((error: unknown) => {
    // Google answers 404 if Authentication was never set up.
    if (error instanceof GoogleRefusal && error.status === 404) return undefined;
    throw error;
  });
  ensure(
    config?.signIn?.email?.enabled,
    `Sign-in by e-mail and password is off in the project ${projectId}: turn it on at https://console.firebase.google.com/project/${projectId}/authentication/providers`,
  );
  ensure(
    config.signIn.email.passwordRequired,
    `Sign-in by e-mail link is on in the project ${projectId}, so anybody can have Firebase write to strangers in your company's name: turn "Email link" off at https://console.firebase.google.com/project/${projectId}/authentication/providers`,
  );
  const { authorizedDomains = [] } = config;
  return {
    detail: `by e-mail and password, of the project ${projectId}`,
    found: { projectId, ask, authorizedDomains },
  };
}

/** Firebase's e-mails link back to the site only if its domain is authorized. */
export function authorizedDomains(
  env: Env,
  { hostname }: URL,
  { projectId, authorizedDomains }: Accounts,
) {
  // A domain includes its subdomains.
  const has = (host: string) =>
    authorizedDomains.some((domain) => `.${host}`.endsWith(`.${domain}`));
  const authDomain = env.PUBLIC_FIREBASE_AUTH_DOMAIN?.trim() ?? '';
  ensure(
    has(authDomain),
    `PUBLIC_FIREBASE_AUTH_DOMAIN is "${authDomain}", which is not a domain of the project ${projectId}: set it to ${projectId}.firebaseapp.com.`,
  );
  ensure(
    has(hostname),
    `${hostname} is not among the authorized domains: add it at https://console.firebase.google.com/project/${projectId}/authentication/settings`,
  );
  return passed(hostname);
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v1/TopLevel/getProjects */
const projectSchema = z.object({ authorizedDomains: z.optional(z.array(z.string())) });

export async function apiKey(env: Env, { origin }: URL, { projectId, ask }: Accounts) {
  const headers = {
    // A header, because URLs are logged.
    'x-goog-api-key': env.PUBLIC_FIREBASE_API_KEY?.trim() ?? '',
    // The key may be restricted to pages of the site.
    referer: `${origin}/auth`,
  };
  const keyPage = `https://console.firebase.google.com/project/${projectId}/settings/general`;
  const question = { url: `${api}/v1/projects`, schema: projectSchema, headers, ...right };
  const project = await ask(question).catch((error: unknown) => {
    if (!(error instanceof GoogleRefusal)) throw error;
    throw new StartError(
      `Google refuses PUBLIC_FIREBASE_API_KEY (${error.reason || error.status}): set it to the key at ${keyPage}. It must allow pages of this site, the Identity Toolkit API and the Token Service API: see https://console.cloud.google.com/apis/credentials?project=${projectId}`,
      { cause: error },
    );
  });
  ensure(
    // Every project has this domain.
    project.authorizedDomains?.includes(`${projectId}.firebaseapp.com`),
    `PUBLIC_FIREBASE_API_KEY belongs to a different project from the service account, whose project is ${projectId}: set it to the key at ${keyPage}`,
  );
  return passed(`of the project ${projectId}`);
}
