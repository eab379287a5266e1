import { AccountError } from '../account/errors.ts';
import { takeLeftToast } from '../session.ts';
import { leaveToast, showLeftToast, showToast } from '../toasts.ts';
import { bindCard } from './card.ts';
import { returnPath } from './return-path.ts';
import { createSignIn } from './sign-in.ts';

/** Firebase comes after the card, which can be filled in meanwhile. */
const account = () =>
  import('../account.ts').catch((cause: unknown) => {
    throw new AccountError('account/not-loaded', { cause });
  });

const enter = () => {
  location.replace(returnPath(location));
};

bindCard(
  createSignIn({
    account,
    toast: showToast,
    enter(toast) {
      leaveToast(toast);
      enter();
    },
  }),
);
showLeftToast(takeLeftToast());

// Whatever keeps the session from being read is said when somebody tries to log in.
const found = await account()
  .then(({ currentAccount }) => currentAccount())
  .catch(() => undefined);
if (found) enter();

// A page that comes back from the browser's memory may still be busy, or its visitor logged in since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
