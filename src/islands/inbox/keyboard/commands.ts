export type Command = 'next' | 'previous' | 'first' | 'last' | 'resend' | 'search' | 'keys';

export interface KeyPress {
  key: string;
  /** With Ctrl, Alt or Meta, the key belongs to the browser. */
  modified: boolean;
  /** Where the focus is. A field takes every key, the list takes arrows, the rest only single keys. */
  focus: 'field' | 'list' | 'page' | 'control' | 'panel' | 'dialog';
  /** Single keys can be turned off: speech input and slips of the hand type them unintentionally. */
  singleKeys: boolean;
}

const singleKeys: Partial<Record<string, Command>> = {
  j: 'next',
  k: 'previous',
  r: 'resend',
  '/': 'search',
  '?': 'keys',
};

const arrows: Partial<Record<string, Command>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
};

export function commandOf({ key, modified, focus, singleKeys: on }: KeyPress): Command | undefined {
  if (modified || focus === 'field' || focus === 'dialog') return undefined;
  const single = on ? singleKeys[key.toLowerCase()] : undefined;
  // The panel scrolls by itself and covers the search.
  if (focus === 'panel') return single === 'search' || single === 'keys' ? undefined : single;
  const arrow = focus === 'control' ? undefined : arrows[key];
  // Outside the list, these two scroll the page.
  if (focus === 'page' && (arrow === 'first' || arrow === 'last')) return undefined;
  return arrow ?? single;
}
