import { createSignIn, type SignInDeps, type View } from '../../../src/browser/sign-in/sign-in.ts';
import type { Toast } from '../../../src/browser/toasts.ts';

type Accounts = Awaited<ReturnType<SignInDeps['account']>>;
type Answer = () => Promise<void>;

export const firebaseError = (code: string) => Object.assign(new Error(code), { code });
export const refusal =
  (code: string): Answer =>
  () =>
    Promise.reject(firebaseError(code));

/** The state of the card; every call succeeds unless `answers` replaces it. */
export function signInWorld(answers: Partial<Record<keyof Accounts | 'load', Answer>> = {}) {
  const calls: unknown[][] = [];
  const toasts: Toast[] = [];
  const entered: Toast[] = [];
  let view: View | undefined;
  const answering =
    (name: keyof Accounts) =>
    async (...given: string[]) => {
      calls.push([name, ...given]);
      await answers[name]?.();
    };
  const signIn = createSignIn({
    account: async () => {
      await answers.load?.();
      return {
        signIn: answering('signIn'),
        signUp: answering('signUp'),
        sendReset: answering('sendReset'),
      };
    },
    show: (it) => {
      view = it;
    },
    toast: (toast) => toasts.push(toast),
    enter: (toast) => entered.push(toast),
  });
  return { signIn, view: () => view, calls, toasts, entered };
}
