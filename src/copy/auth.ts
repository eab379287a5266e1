export const auth = {
  title: 'Login',
  description: 'Sign-in for staff.',
  heading: 'Login',
  text: 'Sign-in is for our staff.',
  back: 'Return to Home',
  needsScript: 'Signing in needs JavaScript. Turn it on in your browser and load this page again.',
} as const;
