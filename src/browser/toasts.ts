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
  const stack = document.createElement('section');
  stack.className = 'toasts';
  stack.popover = 'manual';
  stack.ariaLabel = 'Notifications';
  const polite = document.createElement('div');
  polite.role = 'status';
  const assertive = document.createElement('div');
  assertive.role = 'alert';
  stack.append(polite, assertive);
  document.body.append(stack);
  stack.showPopover();
  return { polite, assertive };
}

export function showToast({ title, description, destructive = false }: Toast): void {
  const region = destructive ? regions?.assertive : regions?.polite;
  if (!region) return;

  const toast = document.createElement('div');
  toast.className = destructive ? 'toast toast--bad' : 'toast';
  const heading = document.createElement('strong');
  heading.textContent = title;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Dismiss';
  close.addEventListener('click', () => {
    toast.remove();
  });
  toast.append(heading, close);
  if (description !== undefined) {
    const text = document.createElement('p');
    text.textContent = description;
    heading.after(text);
  }
  fadeUnlessRead(toast);
  region.append(toast);
}

/** Time stands still while a pointer or the focus is on the toast. */
function fadeUnlessRead(toast: HTMLElement): void {
  let left = lifetime;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    stand();
    since = performance.now();
    timer = setTimeout(() => {
      toast.remove();
    }, left);
  };
  const stand = (): void => {
    // Pointer and focus may both come: the first one has stopped the time already.
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= performance.now() - since;
  };
  const resume = (): void => {
    if (!toast.matches(':hover, :focus-within')) wait();
  };
  toast.addEventListener('pointerenter', stand);
  toast.addEventListener('focusin', stand);
  toast.addEventListener('pointerleave', resume);
  toast.addEventListener('focusout', () => {
    // The focus is still inside until the event is over.
    queueMicrotask(resume);
  });
  wait();
}

/** Keeps a toast for the page that the visitor is being sent to. */
export function leaveToast(toast: Toast): void {
  session.write(leftToastKey, JSON.stringify(toast));
}

/** Shows the toast that the page before has left. */
export function showLeftToast(): void {
  const left = session.read(leftToastKey);
  if (left === null) return;
  session.remove(leftToastKey);
  const toast = asToast(left);
  if (toast) showToast(toast);
}

function asToast(json: string): Toast | undefined {
  try {
    const { title, description, destructive } = JSON.parse(json) as Record<string, unknown>;
    if (typeof title !== 'string') return undefined;
    return {
      title,
      ...(typeof description === 'string' && { description }),
      destructive: destructive === true,
    };
  } catch {
    // Not ours, or cut short: nothing that a visitor needs to hear of.
    return undefined;
  }
}
