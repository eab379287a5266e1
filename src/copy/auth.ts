export const auth = {
  title: 'Login',
  description: 'Sign-in for staff.',
  heading: 'Login',
  text: 'This door is for our staff. Everything else is open.',
  back: 'Return to Home',
  needsScript: 'Signing in needs JavaScript. Turn it on in your browser and load this page again.',
} as const;
