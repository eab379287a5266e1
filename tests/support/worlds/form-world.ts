import { drafts, attributionOf } from '../../../src/islands/contact-form/memory.ts';
import { createForm } from '../../../src/islands/contact-form/form.ts';
import type { Session } from '../../../src/browser/session.ts';
import type { Toast } from '../../../src/browser/toasts.ts';
import type { Source } from '../../../src/shared/fields.ts';

/** The answer to a request, or a function that makes it from the sent id. */
type Answer = Response | Error | Promise<Response> | ((id: unknown) => Response);

/** The storage of one visit, like the browser's when it works. */
export function visit(values = new Map<string, string>()) {
  const memory: Session = {
    read: (key) => values.get(key) ?? null,
    write: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
  return { values, memory };
}

/** A network connection that a test cuts and restores. */
export function fakeLine() {
  let isDown = false;
  let waiting: (() => void)[] = [];
  return {
    isDown: () => isDown,
    onceBack: (then: () => void, signal: AbortSignal) => {
      waiting.push(() => {
        if (!signal.aborted) then();
      });
    },
    cut: () => {
      isDown = true;
    },
    restore: () => {
      isDown = false;
      const called = waiting;
      waiting = [];
      for (const then of called) then();
    },
  };
}

/** The contact form, with the next answer for each request. */
export function formWorld(
  answers: Answer[] = [],
  { memory = visit().memory, source = 'contact_page' }: { memory?: Session; source?: Source } = {},
) {
  const requests: { body: Record<string, unknown> }[] = [];
  const toasts: Toast[] = [];
  const ids: string[] = [];
  const line = fakeLine();

  const load = () =>
    createForm(source, {
      fetch: (_, init) => {
        const body = bodyOf(init);
        requests.push({ body });
        const answer = answers.shift() ?? stored;
        if (answer instanceof Error) return Promise.reject(answer);
        return Promise.resolve(typeof answer === 'function' ? answer(body['id']) : answer);
      },
      newId: () => {
        const id = crypto.randomUUID();
        ids.push(id);
        return id;
      },
      memory: drafts(memory),
      attribution: () => attributionOf(memory, false),
      line,
      toast: (toast) => void toasts.push(toast),
    });

  return {
    form: load(),
    reload: load,
    requests,
    toasts,
    ids,
    line,
    kept: () => drafts(memory).load(),
  };
}

function bodyOf(init: RequestInit | undefined): Record<string, unknown> {
  if (typeof init?.body !== 'string') throw new TypeError('The request has no text as its body');
  return JSON.parse(init.body) as Record<string, unknown>;
}

export const stored = (id: unknown) => Response.json({ id }, { status: 201 });

export const answer = (status: number, body: unknown = {}, headers: HeadersInit = {}) =>
  Response.json(body, { status, headers });
