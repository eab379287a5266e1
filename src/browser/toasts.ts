import './toasts.css';

export interface Toast {
  title: string;
  description?: string;
  /** The focused field has the same description, so the toast doesn't announce it. */
  isAtField?: boolean;
  destructive?: boolean;
  action?: { label: string; run: () => void };
}

/** In seconds, not counting the time during which someone reads the toast. */
const lifetime = 5;

/** Deciding takes longer than reading. */
const lifetimeWithAction = 10;

type Regions = ReturnType<typeof makeRegions>;
let regions: Regions | undefined;

/**
 * Live regions must be on the page before their text, or screen readers stay silent. Creating them costs
 * time, so the island that imports this hydrates first.
 */
if (!import.meta.env.SSR) {
  setTimeout(() => {
    regions ??= makeRegions();
  }, 500);
}

function makeRegions() {
  const polite = make('div', { role: 'status' });
  // No role="alert": in Firefox, Orca doesn't read it.
  const assertive = make('div', { ariaLive: 'assertive' });
  const words = { className: 'toasts', ariaLabel: 'Notifications' };
  const stack = make('section', { ...words, popover: 'manual' });
  stack.append(polite, assertive);
  document.body.append(stack);
  // Without popover support, toasts are above the page but below a menu.
  (stack as Partial<typeof stack>).showPopover?.();
  document.addEventListener(
    'toggle',
    ({ target, newState }) => {
      if (newState !== 'open' || !(target instanceof HTMLElement) || target.popover !== 'auto')
        return;
      // The top layer's last popover is on top.
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

/** Returns a function that removes the toast. */
export function showToast({
  title,
  description,
  isAtField = false,
  destructive = false,
  action,
}: Toast): () => void {
  // Atomic: if several changes come at once, Orca reads only the last.
  const toast = make('div', { ariaAtomic: 'true' });
  toast.className = destructive ? 'toast toast--bad' : 'toast';
  const button = (label: string, className: string, run?: () => void): HTMLElement => {
    const element = make('button', { type: 'button', textContent: label, className });
    element.addEventListener('click', () => {
      toast.remove();
      run?.();
    });
    return element;
  };
  toast.append(make('strong', { textContent: title }));
  if (description !== undefined) {
    toast.append(make('p', { textContent: description, ariaHidden: String(isAtField) }));
  }
  if (action) toast.append(button(action.label, 'tool toast-action', action.run));
  toast.append(button('Dismiss', 'bare small toast-close'));
  fadeUnlessRead(toast, action ? lifetimeWithAction : lifetime);
  // Narrow layouts show only the newest toast of both regions. A failure stays until its time is over, also when a
  // success follows.
  for (const other of document.querySelectorAll('.toast')) other.removeAttribute('data-newest');
  toast.dataset['newest'] = '';
  const show = ({ polite, assertive }: Regions) =>
    destructive ? assertive.append(toast) : polite.replaceChildren(toast);
  if (regions) show(regions);
  else {
    regions = makeRegions();
    const late = regions;
    setTimeout(() => {
      // A success that came in the meantime is newer.
      if (destructive || !late.polite.hasChildNodes()) show(late);
    }, 500);
  }
  return () => toast.remove();
}

/** Announces to screen readers a change that is visible without a toast. */
export function announce(text: string): void {
  regions ??= makeRegions();
  const message = make('p', { className: 'sr-only', textContent: text });
  regions.assertive.append(message);
  setTimeout(() => message.remove(), 1000 * lifetime);
}

/** Counts only seconds during which the toast is visible and neither hovered nor focused. */
function fadeUnlessRead(toast: HTMLElement, seconds: number): void {
  let remaining = seconds;
  const timer = setInterval(() => {
    // A modal dialog covers the toast. `:is` keeps the selector valid in browsers that don't know `:modal`.
    if (document.hidden || document.querySelector(':is(dialog:modal)')) return;
    if (toast.matches(':hover, :focus-within')) return;
    remaining -= 1;
    if (remaining > 0) return;
    clearInterval(timer);
    toast.remove();
  }, 1000);
}
