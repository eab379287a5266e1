/** What the sign-in card does. */
import { auth } from '../../copy/auth.ts';
import { AccountError, codeOf, isSetUp } from '../before-firebase.ts';
import { flashToast, showFlashToast } from '../flash-toast.ts';
import { local } from '../session.ts';
import { showToast, type Toast } from '../toasts.ts';
import { button, input, part, refocus, render, reveal, type View } from './card.ts';
import {
  problemIn,
  problemOf,
  problemOfMail,
  type Credentials,
  type Mode,
  type Problem,
  type Work,
} from './problems.ts';
import { returnPath, signInPath } from './return-path.ts';

/** The mode without a link: the build chooses it. */
const first: Mode = part('sign-in').dataset.mode === 'link' ? 'link' : 'login';

/** The page as it was opened, maybe by a link that was mailed. */
const opened = new URL(location.href);
const isLink = opened.searchParams.get('mode') === 'signIn' && opened.searchParams.has('oobCode');

/** The address that a link was mailed to. Another browser doesn't know it, and asks. */
const addressKey = 'leadwright:link-for';

const { toasts } = auth;

let view: View = { mode: isLink ? 'confirm' : first };

/** Loads Firebase after the card, so that visitors can start typing sooner. */
const account = () =>
  import('../account.ts').catch((cause: unknown) => {
    throw new AccountError('account/not-loaded', { cause });
  });

const enter = () => {
  forgetLink();
  location.replace(returnPath(location));
};

/** Without anything of a link, the address leads back to where it did. */
const ownPath = () => signInPath(returnPath(location));

function forgetLink(): void {
  history.replaceState(null, '', ownPath());
  local.remove(addressKey);
}

/** The toast is the same for all addresses. */
async function mail(
  work: 'link' | 'reset',
  send: (it: Awaited<ReturnType<typeof account>>) => Promise<void>,
): Promise<void> {
  const { mode } = view;
  try {
    await send(await account());
  } catch (error) {
    const problem = problemOfMail(error, work);
    if (problem) {
      fail(mode, problem);
      return;
    }
  }
  showToast(toasts[work]);
  show({ mode });
}

const requests: Record<Work, (given: Credentials) => Promise<void>> = {
  async login({ email, password }) {
    await (await account()).signIn(email, password);
    welcome();
  },
  async confirm({ email }) {
    await (await account()).signInByLink(email, opened.href);
    welcome();
  },
  async signUp({ email, password }) {
    let toast: Toast = { title: toasts.signedUp };
    try {
      await (await account()).signUp(email, password);
    } catch (error) {
      // The account exists: a second sign-up would only find its address taken.
      if (codeOf(error) !== 'account/mail-not-sent') throw error;
      toast = { ...toasts.mailNotSent, destructive: true };
    }
    showToast(toast);
    show({ mode: 'login', signedUp: true });
  },
  reset: ({ email }) => mail('reset', (it) => it.sendReset(email)),
  link: ({ email }) =>
    mail('link', (it) => {
      local.write(addressKey, email);
      // Without a search behind #, which would travel in the mail.
      return it.sendLink(email, location.origin + ownPath().replace(/#.*/, ''));
    }),
};

/** The card stays busy until the inbox replaces it. */
function welcome(): void {
  flashToast({ title: toasts.loggedIn });
  enter();
}

/** Ignores a press while another request is under way. */
async function submit(work: Work = view.mode): Promise<void> {
  const { mode } = view;
  if (view.work) return;
  const given = { email: input('email').value.trim(), password: input('password').value };
  const problem = problemIn(given, work);
  if (problem) {
    show({ mode, problem });
    return;
  }
  show({ mode, work });
  try {
    await requests[work](given);
  } catch (error) {
    const problem = problemOf(error, work);
    if (problem.endsLink) forgetLink();
    fail(problem.endsLink ? first : mode, problem);
  }
}

function fail(mode: Mode, problem: Problem): void {
  showToast({ title: problem.text, destructive: true });
  show({ mode, problem });
}

function show(next: View): void {
  const before = view;
  view = next;
  render(view);
  refocus(view, before);
}

async function open(): Promise<void> {
  part('sign-in').addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  button('toggle').addEventListener('click', () => {
    show({ mode: view.mode === 'login' ? 'signUp' : 'login' });
  });
  button('link').addEventListener('click', () => void submit('link'));
  button('forgotten').addEventListener('click', () => void submit('reset'));
  button('reveal').addEventListener('click', () => {
    reveal(input('password').type === 'password');
  });
  render(view);
  // If reading the session fails, logging in will fail too and then shows the reason.
  const found = await account()
    .then(({ hasSession }) => hasSession())
    .catch(() => false);
  if (found) enter();
  else if (view.mode === 'confirm') await confirm();
}

/** Nothing to ask in the browser where the link was asked for. */
async function confirm(): Promise<void> {
  const address = local.read(addressKey);
  if (address === null) input('email').focus();
  else {
    input('email').value = address;
    await submit();
  }
}

showFlashToast();
if (isSetUp()) void open();
else {
  part('not-set-up').hidden = false;
  // They can't work.
  for (const id of ['sign-in', 'ways', 'lines-login', 'lines-signUp']) part(id).remove();
}

// A page from the back/forward cache may still be busy, or its visitor has logged in since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
