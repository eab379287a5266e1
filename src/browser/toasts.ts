import { leftToastKey, session } from './session.ts';
import './toasts.css';

export interface Toast {
  title: string;
  description?: string;
  /** Something failed: shown and announced as such. */
  destructive?: boolean;
}

/** How long a toast stays unless it is being read. */
export const lifetime = 5000;

/** Live regions have to be on the page before words come into them, or nothing is announced. */
const regions = typeof document === 'undefined' ? undefined : makeRegions();

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

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Partial<HTMLElement>) {
  return Object.assign(document.createElement(tag), properties);
}

export function showToast({ title, description, destructive = false }: Toast): void {
  const toast = make('div', { className: destructive ? 'toast toast--bad' : 'toast' });
  const close = make('button', { textContent: 'Dismiss' });
  close.type = 'button';
  close.addEventListener('click', () => {
    toast.remove();
  });
  toast.append(make('strong', { textContent: title }));
  if (description !== undefined) toast.append(make('p', { textContent: description }));
  toast.append(close);
  fadeUnlessRead(toast);
  (destructive ? regions?.assertive : regions?.polite)?.append(toast);
}

/** Time stands still while a pointer or the focus is on the toast. */
function fadeUnlessRead(toast: HTMLElement): void {
  let left = lifetime;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stand = (): void => {
    // Pointer and focus may both come: the first one has stopped the time already.
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
  toast.addEventListener('pointerenter', stand);
  toast.addEventListener('focusin', stand);
  toast.addEventListener('pointerleave', resume);
  // The focus is still inside until the event is over.
  toast.addEventListener('focusout', () => {
    queueMicrotask(resume);
  });
  resume();
}

/** Keeps a toast for the page that the visitor is being sent to. */
export function leaveToast(toast: Toast): void {
  session.write(leftToastKey, JSON.stringify(toast));
}

/** Shows the toast that the page before has left. */
export function showLeftToast(left: string | null): void {
  try {
    const { title, description, destructive } = JSON.parse(left ?? '') as Record<string, unknown>;
    if (typeof title !== 'string') return;
    const text = typeof description === 'string' && { description };
    showToast({ title, ...text, destructive: destructive === true });
  } catch {
    // Not ours, or cut short: nothing that a visitor needs to hear of.
  }
}
