import { leftToastKey, session } from './session.ts';

// Most visits have none, and then the toasts themselves are not even loaded.
if (session.read(leftToastKey) !== null) {
  void import('./toasts.ts').then(({ showLeftToast }) => {
    showLeftToast();
  });
}
