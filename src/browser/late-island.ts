/** `client:touch`: an island's code loads when a visitor first touches the island. */
import type { ClientDirective } from 'astro';
import { beacon } from './beacon.ts';
import { tried } from './session.ts';
import { isAsBuilt, type Field } from './as-built.ts';

interface Options {
  /** Keys of the visit's memory. If one of them is set, the island doesn't wait for a touch. */
  wakeFor: readonly string[];
  /** If this key is set, a form that is sent before the code is here waits for the code. */
  holdFor?: string;
}

/** The field comes from UnconfirmedField. */
type PostedForm = HTMLFormElement & { elements: { unconfirmed: HTMLInputElement } };

type FormField = Field & { form: HTMLFormElement };

declare global {
  interface Document {
    /** Browsers without prerendering don't have it. */
    readonly prerendering?: boolean;
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: Options;
  }
}

/** A pointer that only passes over is no touch. Autofill and assistive technology change values. */
const touches = ['pointerdown', 'click', 'keydown', 'focusin', 'input', 'change'];

/** Set once the browser itself has posted a form in this visit. */
const postedKey = 'leadwright:posted';

const loadOnTouch: ClientDirective = (load, { value }, island) => {
  const { wakeFor, holdFor } = value as unknown as Options;
  // This script is in the page itself: all of `session` would cost every visitor bytes.
  const read = (key: string) =>
    tried(
      () => sessionStorage,
      (it) => it.getItem(key),
    );
  const isRemembered = (key: string) => read(key) !== null;
  const shape = () => `${island.querySelectorAll('*').length}${island.textContent}`;
  const built = shape();
  let known: boolean | undefined;
  /**
   * Whether a form stays as it was built, and the browser itself posts it:
   * - The server gives a plain post an id that the island can't know. If the island sent the same words
   *   after it, they would be a second lead, so the form then stays plain for the whole visit.
   * - Where a translator or a password manager has changed the form, React would make a new one,
   *   without the words and the focus.
   * - A browser from before fall 2022 may lack what the island needs.
   * The first use of the visit's memory would delay the paint, so nothing looks there while the page loads.
   * Decision 0033.
   */
  const isPlain = () =>
    (known ||=
      holdFor !== undefined &&
      (!('timeout' in AbortSignal) || shape() !== built || isRemembered(postedKey)));

  const waiting = new AbortController();
  const { signal } = waiting;
  let loading: Promise<void> | undefined;

  const hydrate = async () => {
    const run = await load();
    if (!isPlain()) {
      await run();
      // Without the code, Astro's `run` does nothing. The next touch tries again.
      if (island.hasAttribute('ssr'))
        beacon(holdFor ? 'form-failed' : 'island-failed', {
          file: island.getAttribute('component-url'),
        });
    }
    loading = undefined;
    if (!island.hasAttribute('ssr')) waiting.abort();
  };
  const wake = () => {
    if (!isPlain()) loading ??= hydrate();
  };
  const wakeIfBegun = () => {
    // A page that nobody sees yet runs no code.
    if (document.prerendering) return;
    const fields = [...island.querySelectorAll<Field>('input, select, textarea')];
    if (wakeFor.some(isRemembered) || !fields.every(isAsBuilt)) wake();
  };
  const on = (name: string, listener: (event: Event) => void): void =>
    island.addEventListener(name, listener, { signal, capture: true });
  for (const name of touches) on(name, wake);
  let held: Promise<void> | undefined;
  /** Sends the form once more when the code is here. */
  const hold = (event: Event, form: HTMLFormElement): void => {
    event.preventDefault();
    held ??= loading?.then(() => {
      held = undefined;
      form.noValidate = signal.aborted;
      // React takes a click while it hydrates, but no submit. Without the code, a click would ask for it again.
      if (signal.aborted) form.querySelector<HTMLElement>('[type="submit"]')?.click();
      else form.requestSubmit();
    });
  };
  // The island shows messages of its own instead of the browser's.
  on('invalid', (event) => loading && hold(event, (event.target as FormField).form));
  on('submit', (event) => {
    const form = event.target as PostedForm;
    const unconfirmed = holdFor && read(holdFor);
    if (loading && unconfirmed) {
      hold(event, form);
      return;
    }
    known = true;
    tried(
      () => sessionStorage,
      (it) => it.setItem(postedKey, 'yes'),
    );
    // The id of what the island had sent: the same words are still one lead.
    if (unconfirmed) {
      form.elements.unconfirmed.value = (JSON.parse(unconfirmed) as { id: string }).id;
    }
  });
  // The browser restores what was typed before a reload, without any event of its own.
  addEventListener('pageshow', wakeIfBegun, { signal });
  document.addEventListener('prerenderingchange', wakeIfBegun, { signal });
};

export default loadOnTouch;
