import type { Toast } from '../../../browser/toasts.ts';

/** Reports what the admin changed, and takes back the last change at the press of a key. */
export function createReports(showToast: (toast: Toast) => void) {
  let last: Toast['action'];

  return {
    /** The key does what the toast's button does, once. */
    report: (toast: Toast): void => {
      const { action } = toast;
      const once = action && {
        ...action,
        run: () => {
          if (last === once) last = undefined;
          action.run();
        },
      };
      // A failure changes nothing, so the change before it is still the last one.
      if (!toast.destructive) last = once;
      showToast({ ...toast, ...(once && { action: once }) });
    },

    /** For a change that a slip of the key must not undo. */
    reportAlone: (toast: Toast): void => {
      if (!toast.destructive) last = undefined;
      showToast(toast);
    },

    undo: (): void => last?.run(),
  };
}
