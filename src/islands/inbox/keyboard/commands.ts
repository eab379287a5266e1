/** What a key asks for. */
export type Command = 'next' | 'previous' | 'first' | 'last' | 'resend' | 'search' | 'keys';

export interface KeyPress {
  key: string;
  /** With Ctrl, Alt or Meta it is the browser's. */
  modified: boolean;
  /** Where the focus is: typing is nobody else's, a list takes arrows, the rest only letters. */
  focus: 'field' | 'list' | 'page' | 'control' | 'panel' | 'dialog';
  /** Single letters can be turned off: speech input and a slipping hand type them unmeant. */
  letters: boolean;
}

const letters: Partial<Record<string, Command>> = {
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

export function commandOf({ key, modified, focus, letters: on }: KeyPress): Command | undefined {
  if (modified || focus === 'field' || focus === 'dialog') return undefined;
  const letter = on ? letters[key.toLowerCase()] : undefined;
  // A panel has its own page to scroll, and covers the search.
  if (focus === 'panel') return letter === 'search' || letter === 'keys' ? undefined : letter;
  const arrow = focus === 'control' ? undefined : arrows[key];
  // From outside the list, these two belong to the page.
  if (focus === 'page' && (arrow === 'first' || arrow === 'last')) return undefined;
  return arrow ?? letter;
}
