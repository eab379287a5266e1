import './toasts.css';

export interface Toast {
  title: string;
  description?: string;
  /** The description is also that of a field, which takes the focus and so is read out with it. */
  isAtField?: boolean;
  /** Something failed: the toast is red, and screen readers announce it at once. */
  destructive?: boolean;
  /** A button, for example to undo what the toast reports. */
  action?: { label: string; run: () => void };
}

/** How many seconds a toast stays, not counting the time that someone reads it. */
const lifetime = 5;

/** To decide about the button takes longer than to read. */
const lifetimeWithAction = 10;

type Regions = ReturnType<typeof makeRegions>;
let regions: Regions | undefined;

/**
 * Live regions must be on the page before their text is, or screen readers stay silent. The island
 * that loads this hydrates first, since making them costs time.
 */
if (!import.meta.env.SSR) {
  setTimeout(() => {
    regions ??= makeRegions();
  }, 500);
}

function makeRegions() {
  const polite = make('div', { role: 'status' });
  // Not an alert by role: in Firefox, Orca doesn't read those out.
  const assertive = make('div', { ariaLive: 'assertive' });
  const words = { className: 'toasts', ariaLabel: 'Notifications' };
  const stack = make('section', { ...words, popover: 'manual' });
  stack.append(polite, assertive);
  document.body.append(stack);
  // Older browsers have no popovers. The toasts then are above the page, but not above a menu.
  (stack as Partial<typeof stack>).showPopover?.();
  document.addEventListener(
    'toggle',
    ({ target, newState }) => {
      if (newState !== 'open' || !(target instanceof HTMLElement) || target.popover !== 'auto')
        return;
      // What opens last is on top.
      stack.hidePopover();
      stack.showPopover();
    },
    true,
  );
  return { polite, assertive };
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) {
  return Object.assign(document.createElement(tag), properties);
}

/** Returns what takes it away. */
export function showToast({
  title,
  description,
  isAtField = false,
  destructive = false,
  action,
}: Toast): () => void {
  // Read out as one: of several changes at a time, Orca reads only the last.
  const toast = make('div', { ariaAtomic: 'true' });
  toast.className = destructive ? 'toast toast--bad' : 'toast';
  const button = (label: string, className: string, run?: () => void): HTMLElement => {
    const it = make('button', { type: 'button', textContent: label, className });
    it.addEventListener('click', () => {
      toast.remove();
      run?.();
    });
    return it;
  };
  toast.append(make('strong', { textContent: title }));
  if (description !== undefined) {
    toast.append(make('p', { textContent: description, ariaHidden: String(isAtField) }));
  }
  if (action) toast.append(button(action.label, 'tool toast-action', action.run));
  toast.append(button('Dismiss', 'bare small toast-close'));
  fadeUnlessRead(toast, action ? lifetimeWithAction : lifetime);
  // Where there is room for one, it is the newest, in whichever region.
  for (const it of document.querySelectorAll('.toast')) it.removeAttribute('data-newest');
  toast.dataset['newest'] = '';
  const show = ({ polite, assertive }: Regions) => (destructive ? assertive : polite).append(toast);
  if (regions) show(regions);
  else {
    regions = makeRegions();
    setTimeout(show, 500, regions);
  }
  return () => toast.remove();
}

/** Has screen readers say at once what others see without a toast. */
export function announce(text: string): void {
  regions ??= makeRegions();
  const words = make('p', { className: 'sr-only', textContent: text });
  regions.assertive.append(words);
  setTimeout(() => words.remove(), 1000 * lifetime);
}

/** Counts only the seconds in which the toast can be seen and nobody is reading it. */
function fadeUnlessRead(toast: HTMLElement, seconds: number): void {
  let left = seconds;
  const timer = setInterval(() => {
    // A modal dialog covers the toast. In :is, an older browser may not know the name.
    if (document.hidden || document.querySelector(':is(dialog:modal)')) return;
    if (toast.matches(':hover, :focus-within')) return;
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    toast.remove();
  }, 1000);
}
