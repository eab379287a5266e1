import * as z from 'zod/mini';
import { CheckFailed, type Check } from '../outcome.ts';
import { askGoogle, bearer, google } from '../google/ask.ts';
import { accountKey } from '../google/key.ts';
import { GoogleRefusal, toFailure } from '../google/refusal.ts';
import { services } from '../settings.ts';

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
