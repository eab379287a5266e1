import { CheckFailed, passed, type Check } from '../outcome.ts';
import { siteAddress } from '../settings.ts';
import { signIn } from './sign-in.ts';

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
