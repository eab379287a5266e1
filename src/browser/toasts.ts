import './toasts.css';

export interface Toast {
  title: string;
  description?: string;
  /** Something failed: the toast is red, and screen readers announce it at once. */
  destructive?: boolean;
  /** A button, for example to undo what the toast reports. */
  action?: { label: string; run: () => void };
}

/** How many milliseconds a toast stays, not counting the time that someone reads it. */
export const lifetime = 5000;

/** To decide about the button takes longer than to read. */
const lifetimeWithAction = 10_000;

let regions: ReturnType<typeof makeRegions> | undefined;

/**
 * Live regions must be on the page before their text is, or screen readers stay silent. The island
 * that loads this hydrates first, since making them costs time.
 */
if (typeof document !== 'undefined') {
  setTimeout(() => {
    regions ??= makeRegions();
  }, 500);
}

function makeRegions() {
  const polite = make('div', { role: 'status' });
  const assertive = make('div', { role: 'alert' });
  const words = { className: 'toasts', ariaLabel: 'Notifications' };
  const stack = make('section', { ...words, popover: 'manual' });
  stack.append(polite, assertive);
  document.body.append(stack);
  stack.showPopover();
  return { polite, assertive };
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) {
  return Object.assign(document.createElement(tag), properties);
}

export function showToast({ title, description, destructive = false, action }: Toast): void {
  const toast = make('div', { className: destructive ? 'toast toast--bad' : 'toast' });
  const button = (label: string, className: string, run?: () => void): HTMLElement => {
    const it = make('button', { type: 'button', textContent: label, className });
    it.addEventListener('click', () => {
      toast.remove();
      run?.();
    });
    return it;
  };
  toast.append(make('strong', { textContent: title }));
  if (description !== undefined) toast.append(make('p', { textContent: description }));
  if (action) toast.append(button(action.label, 'toast-action', action.run));
  toast.append(button('Dismiss', 'toast-close'));
  fadeUnlessRead(toast, action ? lifetimeWithAction : lifetime);
  regions ??= makeRegions();
  (destructive ? regions.assertive : regions.polite).append(toast);
}

/** Stops the time while the pointer or the focus is on the toast. */
function fadeUnlessRead(toast: HTMLElement, milliseconds: number): void {
  let left = milliseconds;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    // Pointer and focus may both arrive; the first one has already stopped the time.
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= performance.now() - since;
  };
  const resume = (): void => {
    if (timer !== undefined || toast.matches(':hover, :focus-within')) return;
    since = performance.now();
    timer = setTimeout(() => {
      toast.remove();
    }, left);
  };
  toast.addEventListener('pointerenter', stop);
  toast.addEventListener('focusin', stop);
  toast.addEventListener('pointerleave', resume);
  // Until the event ends, the focus is still inside.
  toast.addEventListener('focusout', () => {
    queueMicrotask(resume);
  });
  resume();
}
