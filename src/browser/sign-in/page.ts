import { AccountError, isSetUp } from '../before-firebase.ts';
import { flashToast, showFlashToast } from '../flash-toast.ts';
import { showToast } from '../toasts.ts';
import { bindCard, showNotSetUp } from './card.ts';
import { returnPath, createSignIn } from './sign-in.ts';

/** Loads Firebase after the card, so that visitors can start typing sooner. */
const account = () =>
  import('../account.ts').catch((cause: unknown) => {
    throw new AccountError('account/not-loaded', { cause });
  });

const enter = () => {
  location.replace(returnPath(location));
};

async function open(): Promise<void> {
  bindCard(
    createSignIn({
      account,
      toast: showToast,
      enter(toast) {
        flashToast(toast);
        enter();
      },
    }),
  );
  // If reading the session fails, logging in will fail too and then shows the reason.
  const found = await account()
    .then(({ currentAccount }) => currentAccount())
    .catch(() => undefined);
  if (found) enter();
}

showFlashToast();
if (isSetUp()) void open();
else showNotSetUp();

// A page from the back/forward cache may still be busy, or its visitor has logged in since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
