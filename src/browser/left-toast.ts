import { takeLeftToast } from './session.ts';

const left = takeLeftToast();

// Most visits have none, and then the toasts themselves are not even loaded.
if (left !== null) {
  void import('./toasts.ts').then(({ showLeftToast }) => {
    showLeftToast(left);
  });
}
