/** Whether any part of it is in the window. A visitor who has scrolled on must not be taken back. */
export function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Whether a visitor still is at the form: at one of its fields, or, with the focus nowhere, at its button. */
export function isAtForm(): boolean {
  const form = document.getElementById('contact-form');
  const focused = document.activeElement;
  const at = focused === document.body ? form?.querySelector('[type=submit]') : focused;
  return at != null && form?.contains(at) === true && isInView(at);
}
