import { fault } from './fault.ts';
import { currentCall, log, type Call } from './log.ts';
import type { Answered, Done, Outcome } from './log-event.ts';

interface Result {
  response: Response;
  ended: Answered | Done;
}

/** A call of a function, from which all lines of the log have its id; its last says what came of it. */
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
      // The platform answers it with a 500 of its own.
      log(fault('failure', error));
      end({ outcome: 'failed' });
      throw error;
    }
  });
}

/** Whoever calls may call their method as they like. */
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

/** What a schedule calls rejects for nothing; whether all went well, its lines have said. */
export const done = (counts: Omit<Done, 'outcome'>, { faults }: Call): Done => ({
  outcome: faults === 0 ? 'done' : 'failed',
  ...counts,
});
