export const leastPassword = 6;

const login = {
  heading: 'Login',
  submit: 'Login',
  busy: 'Logging in...',
  toggle: "Don't have an account? Sign up",
};

const sending = 'Sending...';
const mailLink = 'E-mail me a link';

export const auth = {
  title: 'Login',
  description: 'Sign-in for staff.',
  ticket: 'Time card',
  stamp: 'Staff only',
  labels: {
    email: 'Email',
    password: 'Password',
    show: 'Show',
    hide: 'Hide',
    /** Follows the two above for a screen reader. */
    shown: 'password',
    /** Shown beside the password of a new account. */
    hint: `${leastPassword} characters or more`,
    /** Shown beside the address if a link was opened in a browser that didn't ask for it. */
    confirmHint: 'To confirm, enter the address that got the link',
  },
  modes: {
    login,
    signUp: {
      heading: 'Sign up',
      submit: 'Sign up',
      busy: 'Signing up...',
      toggle: 'Already have an account? Login',
    },
    /** Only links are offered. */
    link: { ...login, submit: mailLink, busy: sending },
    /** A mailed link was opened. */
    confirm: login,
  },
  lines: {
    login: [
      { label: 'Opens', value: 'The inbox' },
      { label: 'Stays open', value: 'Until you log out' },
    ],
    signUp: [
      { label: 'Opens', value: 'When an admin agrees' },
      { label: 'Charge for the account', value: '$0' },
    ],
  },
  forgotten: 'Forgot your password?',
  mailLink,
  sending,
  back: 'Return to Home',
  /** In place of the form. */
  notSetUp: {
    text: 'Nobody can sign in yet, because this site isn’t set up.',
    owner: 'If it is yours, run this command in its repository:',
    command: 'npm run setup',
    byHand:
      'Or set PUBLIC_FIREBASE_API_KEY, PUBLIC_FIREBASE_AUTH_DOMAIN and FIREBASE_SERVICE_ACCOUNT on Netlify and deploy again, as docs/deploy.md says.',
  },
  needsScript: 'Signing in needs JavaScript. Turn it on in your browser and reload this page.',
  toasts: {
    loggedIn: 'Logged in successfully!',
    /** This and the mails' toasts are the same for every address, so that nobody can find out who has an account. */
    signedUp: 'Account created! Please check your email to verify.',
    link: {
      title: 'Check your email',
      description: 'If this address may sign in, we sent it a link.',
    },
    reset: {
      title: 'Check your email',
      description: 'If this address has an account, we sent it a link to set a new password.',
    },
    mailNotSent: {
      title: 'Account created, but the verification email could not be sent.',
      description: 'You can still log in.',
    },
  },
  problems: {
    emailMissing: 'Email is required',
    emailInvalid: 'Invalid email address',
    passwordMissing: 'Password is required',
    passwordShort: `Password must be at least ${leastPassword} characters`,
    /** Also if Firebase has locked or disabled the account: a sentence of its own would tell that it exists. */
    credentials: 'Wrong e-mail or password. After many tries, wait a few minutes.',
    otherAddress: 'This link was sent to another address.',
    spent: 'This link was used or is too old. Ask for a new one.',
    noMoreLinks: 'No more links can be sent today. Ask the site’s owner.',
    weak: 'That password is too easy to guess. Choose a longer one.',
    tooMany: 'Too many tries. Wait a few minutes and try again.',
    network: 'We could not reach the server. Check your connection and try again.',
    disabled: 'This account is disabled. Ask an admin.',
    closed: 'Sign-up is closed here. Ask an admin for an account.',
    notSetUp: 'This is not set up on this site yet. Ask the site’s owner.',
    noStorage:
      'Your browser blocks this site’s data, so you would not stay logged in. Allow site data and try again.',
    other: 'An error occurred',
  },
} as const;
