/**
 * Runs inline on every public page. The browser itself opens the menu, a popover, and closes it at Escape or
 * a press elsewhere. This closes it for a keyboard that goes on below it, and where the header has room for it.
 */
const menu = document.getElementById('menu');
const header = menu?.closest('header');

header?.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !header.contains(relatedTarget)) menu?.hidePopover();
});
matchMedia('(width >= 50rem)').addEventListener('change', () => menu?.hidePopover());

export {};
