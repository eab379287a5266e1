import { atom, onMount } from 'nanostores';

/** In ms after the last key or pointer event. */
export const idleAfter = 120_000;

const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'visibilitychange'];

/** Whether an admin is using this tab. The tab may also be visible beside another window. */
export const $isAtTab = atom(true);

onMount($isAtTab, () => {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let touched = Date.now();
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      const remaining = touched + idleAfter - Date.now();
      if (remaining > 0) wait(remaining);
      else $isAtTab.set(false);
    }, ms);
  };
  const touch = (): void => {
    touched = Date.now();
    if ($isAtTab.get()) return;
    $isAtTab.set(true);
    wait(idleAfter);
  };
  $isAtTab.set(true);
  wait(idleAfter);
  for (const type of touches)
    document.addEventListener(type, touch, { signal: stop.signal, passive: true, capture: true });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
});
