import { CheckFailed } from '../outcome.ts';

interface Answer {
  httpStatus: number;
  /** As in PERMISSION_DENIED. */
  status: string;
  /** As in SERVICE_DISABLED. Some Google services put it where the message belongs. */
  reason: string;
}

/** Google's answer to a request that it refused. */
export class GoogleRefusal extends Error {
  override name = 'GoogleRefusal';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`${answer.httpStatus} ${answer.status}`);
    this.answer = answer;
  }
}

export interface Asked {
  projectId: string;
  /** As in "read the rules". */
  what: string;
  /** The service's name, as in firestore.googleapis.com. */
  api: string;
  /** The smallest role that allows it. */
  role: string;
}

/** Explains a refusal that has no special meaning for the caller. */
export function toFailure(error: unknown, { projectId, what, api, role }: Asked): unknown {
  if (!(error instanceof GoogleRefusal)) return error;
  const { httpStatus, status, reason } = error.answer;
  const fail = (sentence: string) => new CheckFailed(sentence, { cause: error });
  if (reason === 'SERVICE_DISABLED') {
    return fail(
      `${api} is not enabled in the project ${projectId}: enable it at https://console.cloud.google.com/apis/library/${api}?project=${projectId}`,
    );
  }
  if (httpStatus === 403) {
    return fail(
      `The service account may not ${what}: give it the role ${role} at https://console.cloud.google.com/iam-admin/iam?project=${projectId}`,
    );
  }
  const said = [httpStatus, status].filter(Boolean).join(' ');
  return fail(
    httpStatus >= 500 || httpStatus === 429
      ? `${api} is not answering right now (${said}): run the doctor again in a few minutes.`
      : `${api} refused to let the service account ${what} (${said}): check whether the project ${projectId} is the right one.`,
  );
}
