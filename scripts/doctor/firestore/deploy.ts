import { CheckFailed } from '../outcome.ts';
import type { DoctorDeps } from '../world.ts';

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
