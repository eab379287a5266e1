import { StoreUnavailable } from '../../../functions/store/port.ts';
import { codeOf } from '../../command.ts';
import { CheckFailed, passed, type Check } from '../check.ts';
import { checkConnection, GoogleRefusal, toFailure } from '../google/ask.ts';
import { accountKey } from '../google/key.ts';
import { services } from '../settings.ts';

/** gRPC's numbers, which the library also uses over REST. */
const code = { notFound: 5, permissionDenied: 7, failedPrecondition: 9, unauthenticated: 16 };

/** Reads as the functions do, but an id that doesn't exist, so that no personal data is read. */
export const firestore: Check = {
  name: 'Firestore',
  needs: [services, accountKey],
  run: async ({ openStore, newId }, { found }) => {
    const { storage, account } = found(services);
    const store = await openStore(storage);
    try {
      await store.get(newId());
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      throw failure(error.cause, account.projectId);
    }
    return passed('contact_submissions can be read');
  },
};

function failure(cause: unknown, projectId: string): unknown {
  const page = `https://console.firebase.google.com/project/${projectId}/firestore`;
  switch (codeOf(cause)) {
    case code.notFound:
      return new CheckFailed(
        `The project ${projectId} has no Firestore database named (default): create one at ${page}`,
        { cause },
      );
    case code.failedPrecondition:
      return new CheckFailed(
        `The database of the project ${projectId} is not in Native mode: use a project with one that is; see ${page}`,
        { cause },
      );
    case code.unauthenticated:
    case code.permissionDenied:
      return toFailure(refusal(cause), {
        projectId,
        what: 'read Firestore',
        api: 'firestore.googleapis.com',
        role: 'Cloud Datastore User (roles/datastore.user)',
      });
    default:
      return new CheckFailed(
        typeof codeOf(cause) === 'number'
          ? `Firestore is not answering right now (code ${String(codeOf(cause))}): run the doctor again in a few minutes.`
          : `Firestore gave no answer: ${checkConnection}.`,
        { cause },
      );
  }
}

function refusal(cause: unknown): GoogleRefusal {
  const disabled = (cause as { reason?: unknown }).reason === 'SERVICE_DISABLED';
  return new GoogleRefusal({
    httpStatus: 403,
    status: 'PERMISSION_DENIED',
    reason: disabled ? 'SERVICE_DISABLED' : '',
  });
}
