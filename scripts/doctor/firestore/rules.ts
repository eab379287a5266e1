import { CheckFailed, type DoctorDeps, passed, type Check } from '../check.ts';
import * as z from 'zod/mini';
import { askGoogle, bearer, google, GoogleRefusal, toFailure } from '../google/ask.ts';
import { accountKey } from '../google/key.ts';
import { services } from '../settings.ts';
import { firestore } from './reachable.ts';

/** The command that deploys rules, indexes and expiry. */
export const deploy = (projectId: string): string =>
  `npx firebase deploy --only firestore --project ${projectId}`;

export async function repositoryFile(
  { read }: Pick<DoctorDeps, 'read'>,
  name: string,
): Promise<string> {
  const text = await read(name);
  if (text === undefined) {
    throw new CheckFailed(
      `${name} is not in this folder: run the doctor in the folder of the repository.`,
    );
  }
  return text;
}

const releaseSchema = z.object({ rulesetName: z.string() });
const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })) }),
});

export const rules: Check = {
  name: 'rules',
  needs: [services, accountKey, firestore],
  run: async (world, { found, signal }) => {
    const { projectId } = found(services).account;
    const own = await repositoryFile(world, 'firestore.rules');
    const options = { headers: bearer(found(accountKey)), signal };
    const release = `${google.rules}/projects/${projectId}/releases/cloud.firestore`;
    try {
      const { rulesetName } = await askGoogle(world, release, releaseSchema, options);
      const ruleset = await askGoogle(
        world,
        `${google.rules}/${rulesetName}`,
        rulesetSchema,
        options,
      );
      const [file, ...more] = ruleset.source.files;
      if (more.length > 0 || !file || lines(file.content) !== lines(own)) {
        throw new CheckFailed(
          `The rules in Firestore differ from firestore.rules: ${deploy(projectId)}`,
        );
      }
    } catch (error) {
      if (error instanceof GoogleRefusal && error.answer.httpStatus === 404) {
        throw new CheckFailed(`Firestore has no rules yet: ${deploy(projectId)}`, { cause: error });
      }
      throw toFailure(error, {
        projectId,
        what: 'read the rules',
        api: 'firebaserules.googleapis.com',
        role: 'Firebase Rules Viewer (roles/firebaserules.viewer)',
      });
    }
    return passed('the same as firestore.rules');
  },
};

/** Git checks files out with other line ends on some machines. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();
