/** `client:touch`: an island's code loads when a visitor first touches the island. */
import type { ClientDirective } from 'astro';
import { beacon } from './beacon.ts';
import { tried } from './session.ts';
import { isAsBuilt, type Field } from './as-built.ts';

interface Options {
  /** sessionStorage keys. If any is set, hydrate at once. */
  wakeFor: readonly string[];
  /** A sessionStorage key. If it is set, a submit waits until the code has loaded. */
  holdFor?: string;
}

/** The field comes from UnconfirmedField. */
type PostedForm = HTMLFormElement & { elements: { unconfirmed: HTMLInputElement } };

type FormField = Field & { form: HTMLFormElement };

declare global {
  interface Document {
    /** Undefined in browsers without prerendering. */
    readonly prerendering?: boolean;
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: Options;
  }
}

/**
 * Hovering is not a touch. `input` and `change`: autofill and assistive technology set values without other
 * events.
 */
const touches = ['pointerdown', 'click', 'keydown', 'focusin', 'input', 'change'];

const postedKey = 'leadwright:posted';

const loadOnTouch: ClientDirective = (load, { value }, island) => {
  const { wakeFor, holdFor } = value as unknown as Options;
  // This script is inlined in every page: importing all of `session` would add bytes for each visitor.
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
   * Whether the form stays as built, so that the browser itself posts it:
   * - The server gives a plain post an id that the island can't know. If the island sent the same words
   *   again, they would become a second lead. The form therefore stays plain for the rest of the visit.
   * - If a translator or a password manager has changed the form, React would render it anew and lose the
   *   words and the focus.
   * - Browsers older than fall 2022 may lack what the island needs.
   *
   * Evaluated on touch, not on load: the first use of sessionStorage would delay the paint.
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
      // If the code failed to load, Astro's `run` does nothing. The next touch tries again.
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
    if (document.prerendering) return;
    const fields = [...island.querySelectorAll<Field>('input, select, textarea')];
    if (wakeFor.some(isRemembered) || !fields.every(isAsBuilt)) wake();
  };
  const on = (name: string, listener: (event: Event) => void): void =>
    island.addEventListener(name, listener, { signal, capture: true });
  for (const name of touches) on(name, wake);
  let held: Promise<void> | undefined;
  /** Submits the form again when the code has loaded. */
  const hold = (event: Event, form: HTMLFormElement): void => {
    event.preventDefault();
    held ??= loading?.then(() => {
      held = undefined;
      form.noValidate = signal.aborted;
      // React replays clicks that come during hydration, but not submits, so click the button. If the code failed
      // to load, a click would only start loading again, so submit the form itself.
      if (signal.aborted) form.querySelector<HTMLElement>('[type="submit"]')?.click();
      else form.requestSubmit();
    });
  };
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
    // The id under which the island sent these words: posting them again must not create a second lead.
    if (unconfirmed) {
      form.elements.unconfirmed.value = (JSON.parse(unconfirmed) as { id: string }).id;
    }
  });
  // The browser restores typed text after a reload without an input event.
  addEventListener('pageshow', wakeIfBegun, { signal });
  document.addEventListener('prerenderingchange', wakeIfBegun, { signal });
};

export default loadOnTouch;
