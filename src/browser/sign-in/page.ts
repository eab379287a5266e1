import { auth } from '../../copy/auth.ts';
import { hasSession, sendLink, sendReset, signIn, signInByLink, signUp } from '../account.ts';
import { isSetUp } from '../firebase.ts';
import { flashToast, showFlashToast } from '../flash-toast.ts';
import { local } from '../session.ts';
import { announce, showToast } from '../toasts.ts';
import { returnPath, signInPath } from './address.ts';
import {
  button,
  input,
  part,
  refocus,
  render,
  reveal,
  type View,
  problemIn,
  problemOf,
  type Credentials,
  type Mode,
  type Work,
} from './card.ts';

/** The mode without a link: the build chooses it. */
const first: Mode = part('card').dataset.mode === 'link' ? 'link' : 'login';

/** The page as it was opened, maybe by a link that was mailed. */
const opened = new URL(location.href);
const isLink = opened.searchParams.get('mode') === 'signIn' && opened.searchParams.has('oobCode');

/** The address that a link was mailed to. Another browser doesn't know it, and asks. */
const addressKey = 'leadwright:link-for';

const { toasts } = auth;

/** Takes away what the toast of the last try says. */
let forgetProblem = (): void => {};

let view: View = { mode: isLink ? 'confirm' : first };

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

const requests: Record<Work, (given: Credentials) => Promise<void>> = {
  async login({ email, password }) {
    await signIn(email, password);
    welcome();
  },
  async confirm({ email }) {
    await signInByLink(email, opened.href);
    welcome();
  },
  async signUp({ email, password }) {
    const isMailed = await signUp(email, password);
    showToast(isMailed ? { title: toasts.signedUp } : { ...toasts.mailNotSent, destructive: true });
    show({ mode: 'login', signedUp: true });
  },
  reset: ({ email }) => sendReset(email),
  link({ email }) {
    local.write(addressKey, email);
    // Without a search behind #, which would travel in the mail.
    return sendLink(email, location.origin + ownPath().replace(/#.*/, ''));
  },
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
  const wrong = problemIn(given, work);
  if (wrong) {
    // The description of a field is read out when the focus arrives, and here it may stay.
    if (document.activeElement?.id === wrong.field) announce(wrong.text);
    show({ mode, problem: wrong });
    return;
  }
  forgetProblem();
  show({ mode, work });
  try {
    await requests[work](given);
  } catch (error) {
    const problem = problemOf(error, work);
    if (problem) {
      if (problem.endsLink) forgetLink();
      forgetProblem = showToast({ title: problem.text, destructive: true });
      show({ mode: problem.endsLink ? first : mode, problem });
      return;
    }
  }
  if (work === 'reset' || work === 'link') {
    showToast(toasts[work]);
    show({ mode });
  }
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
  button('toggle').addEventListener('click', () =>
    show({ mode: view.mode === 'login' ? 'signUp' : 'login' }),
  );
  button('link').addEventListener('click', () => void submit('link'));
  button('forgotten').addEventListener('click', () => void submit('reset'));
  button('reveal').addEventListener('click', () => reveal(input('password').type === 'password'));
  render(view);
  // If reading the session fails, logging in will fail too and then shows the reason.
  if (await hasSession().catch(() => false)) enter();
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
