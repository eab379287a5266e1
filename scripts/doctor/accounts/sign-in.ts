import * as z from 'zod/mini';
import { CheckFailed, type Check, passed } from '../check.ts';
import { askGoogle, bearer, google, GoogleRefusal, toFailure } from '../google/ask.ts';
import { accountKey } from '../google/key.ts';
import { services, siteAddress } from '../settings.ts';

/** Only these fields; the rest of the answer has keys. */
const configSchema = z.object({
  name: z.string(),
  signIn: z.optional(
    z.object({ email: z.optional(z.object({ enabled: z.optional(z.boolean()) })) }),
  ),
  authorizedDomains: z.optional(z.array(z.string())),
});

export interface Accounts {
  projectId: string;
  /** The project's id, and its number if Google gives it. */
  names: string[];
  authorizedDomains: string[];
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects/getConfig */
export const signIn: Check<Accounts> = {
  name: 'sign-in',
  needs: [services, accountKey],
  run: async (world, { found, signal }) => {
    const { projectId } = found(services).account;
    const url = `${google.accounts}/admin/v2/projects/${projectId}/config`;
    const options = { headers: bearer(found(accountKey)), signal };
    const providers = `https://console.firebase.google.com/project/${projectId}/authentication/providers`;
    const config = await askGoogle(world, url, configSchema, options).catch((error: unknown) => {
      if (error instanceof GoogleRefusal && error.answer.reason === 'CONFIGURATION_NOT_FOUND') {
        throw new CheckFailed(
          `Firebase Authentication is not set up in the project ${projectId}: press "Get started" at ${providers}`,
          { cause: error },
        );
      }
      throw toFailure(error, {
        projectId,
        what: 'read the settings of sign-in',
        api: 'identitytoolkit.googleapis.com',
        role: 'Firebase Authentication Viewer (roles/firebaseauth.viewer)',
      });
    });
    if (!config.signIn?.email?.enabled) {
      throw new CheckFailed(
        `Sign-in by e-mail and password is off in the project ${projectId}: turn it on at ${providers}`,
      );
    }
    const number = /^projects\/(\d+)\//.exec(config.name)?.[1];
    return {
      detail: `by e-mail and password, of the project ${projectId}`,
      found: {
        projectId,
        names: [projectId, ...(number === undefined ? [] : [number])],
        authorizedDomains: config.authorizedDomains ?? [],
      },
    };
  },
};

export const authDomain: Check<string> = {
  name: 'auth domain',
  needs: [],
  run: ({ env }) => {
    const domain = env.PUBLIC_FIREBASE_AUTH_DOMAIN?.trim();
    const usual = 'set it to your-project.firebaseapp.com, with the id of your project';
    if (!domain) throw new CheckFailed(`PUBLIC_FIREBASE_AUTH_DOMAIN is not set: ${usual}.`);
    if (URL.parse(`https://${domain}`)?.host !== domain) {
      throw new CheckFailed(
        `PUBLIC_FIREBASE_AUTH_DOMAIN must be a name without https:// and a path: ${usual}.`,
      );
    }
    return { detail: domain, found: domain };
  },
};

/** Firebase's e-mails only link back to the site if its domain is among them. */
export const authorizedDomains: Check = {
  name: 'authorized domains',
  needs: [siteAddress, authDomain, signIn],
  run: (_, { found }) => {
    const { projectId, authorizedDomains } = found(signIn);
    // A domain includes its subdomains.
    const has = (host: string) => authorizedDomains.some((it) => `.${host}`.endsWith(`.${it}`));
    if (!has(found(authDomain))) {
      throw new CheckFailed(
        `PUBLIC_FIREBASE_AUTH_DOMAIN is ${found(authDomain)}, which is not a domain of the project ${projectId}: set it to ${projectId}.firebaseapp.com.`,
      );
    }
    const { hostname } = found(siteAddress);
    if (has(hostname)) return passed(hostname);
    throw new CheckFailed(
      `${hostname} is not among the authorized domains: add it at https://console.firebase.google.com/project/${projectId}/authentication/settings`,
    );
  },
};
