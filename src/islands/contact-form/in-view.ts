/** Whether any part is in the viewport. A visitor who has scrolled on must not be scrolled back. */
export function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Whether one of the form's fields has the focus, or nothing has and its button is in view. */
export function isAtForm(): boolean {
  const form = document.getElementById('contact-form');
  const focused = document.activeElement;
  const at = focused === document.body ? form?.querySelector('[type=submit]') : focused;
  return at != null && form?.contains(at) === true && isInView(at);
}
