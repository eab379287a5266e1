import type { Toast } from '../../../browser/toasts.ts';

/** Reports what the admin changed, and takes back the last change at the press of a key. */
export function createReports(showToast: (toast: Toast) => void) {
  let lastUndo: (() => void) | undefined;

  /** A failure changes nothing, so the change before it is still the last one. */
  const follow = ({ destructive }: Toast, undo: (() => void) | undefined): void => {
    if (!destructive) lastUndo = undo;
  };

  return {
    /** The key does what the toast's button does, once. */
    report: (toast: Toast): void => {
      const { action } = toast;
      const run = (): void => {
        if (lastUndo === run) lastUndo = undefined;
        action?.run();
      };
      follow(toast, action && run);
      showToast({ ...toast, ...(action && { action: { ...action, run } }) });
    },

    /** For a change that a slip of the key must not undo. */
    reportAlone: (toast: Toast): void => {
      follow(toast, undefined);
      showToast(toast);
    },

    undo: (): void => lastUndo?.(),
  };
}
