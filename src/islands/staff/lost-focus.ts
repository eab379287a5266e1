/**
 * For a press that may remove its own button, which would leave the keyboard nowhere. What the press
 * changed is in the document by the next frame; if nothing has the focus then, the element gets it.
 */
export function catchLostFocus(find: () => Element | null | undefined): void {
  requestAnimationFrame(() => {
    const element = find();
    if (document.activeElement === document.body && element instanceof HTMLElement) element.focus();
  });
}
