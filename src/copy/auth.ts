export const leastPassword = 6;

const forgotten = 'Forgot your password?';

export const auth = {
  title: 'Login',
  description: 'Sign-in for staff.',
  stamp: 'Staff only',
  labels: {
    email: 'Email',
    password: 'Password',
    show: 'Show',
    hide: 'Hide',
    /** Follows the two above for a screen reader. */
    shown: 'password',
    hint: `${leastPassword} characters or more`,
  },
  modes: {
    login: {
      heading: 'Login',
      submit: 'Login',
      busy: 'Logging in...',
      toggle: "Don't have an account? Sign up",
    },
    signUp: {
      heading: 'Sign up',
      submit: 'Sign up',
      busy: 'Signing up...',
      toggle: 'Already have an account? Login',
    },
  },
  /** Below the form for a new account. */
  needsRole: 'You can read submissions once an admin has given your account access.',
  forgotten,
  sending: 'Sending...',
  back: 'Return to Home',
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
    /** The same for every address, like the toast of a reset: it must not reveal who has an account. */
    signedUp: 'Account created! Please check your email to verify.',
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
    /** Also for locked or disabled accounts: a separate message would reveal that one exists. */
    credentials: 'Wrong e-mail or password. After many tries, wait a few minutes.',
    /** The mailed link was already used, has expired, or is of a kind that the site no longer sends. */
    linkEnded: `This link can’t be used any more. Log in with your password, or press “${forgotten}”.`,
    noMoreMails: 'No more e-mails can be sent today. Ask the site’s owner.',
    weak: 'That password is too easy to guess. Choose a longer one.',
    tooMany: 'Too many tries. Wait a few minutes and try again.',
    network: 'We could not reach the server. Check your connection and try again.',
    closed: 'Sign-up is closed here. Ask an admin for an account.',
    notSetUp: 'This is not set up on this site yet. Ask the site’s owner.',
    noStorage:
      'Your browser blocks this site’s data, so you would not stay logged in. Allow site data and try again.',
    other: 'An error occurred',
  },
} as const;
