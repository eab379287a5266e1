import {
  fault,
  currentCall,
  log,
  type Call,
  type Answered,
  type Done,
  type Outcome,
} from './log.ts';

interface Result {
  response: Response;
  ended: Answered | Done;
}

/** Runs one call of a function: every line that it logs has its id, and the last one has its outcome. */
export function inCall(
  of: Pick<Call, 'request' | 'function'>,
  work: (call: Call) => Promise<Result>,
): Promise<Response> {
  const call = { ...of, faults: 0 };
  return currentCall.run(call, async () => {
    const began = performance.now();
    const end = (ended: Answered | Done): void => {
      log({ event: 'call', ...ended, ms: Math.round(performance.now() - began) });
    };
    try {
      const { response, ended } = await work(call);
      end(ended);
      return response;
    } catch (error) {
      // The platform answers with its own 500.
      log(fault('failure', error));
      end({ outcome: 'failed' });
      throw error;
    }
  });
}

/** Callers can invent methods, and the log must not quote them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export const answered = ({ method }: Request, { status }: Response): Answered => ({
  method: methods.has(method) ? method : 'other',
  outcome: outcomeOf(status),
  status,
});

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'done';
  if (status < 500) return 'refused';
  return status === 503 ? 'unavailable' : 'failed';
}

/** Scheduled work never rejects; it failed if it logged a fault. */
export const done = (counts: Omit<Done, 'outcome'>, { faults }: Call): Done => ({
  outcome: faults === 0 ? 'done' : 'failed',
  ...counts,
});
