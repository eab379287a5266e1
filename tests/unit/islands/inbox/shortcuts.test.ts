import { describe, expect, test } from 'vitest';
import { commandOf, type KeyPress } from '../../../../src/islands/inbox/shortcuts.ts';

describe('the keyboard', () => {
  const press = (key: string, more: Partial<KeyPress> = {}) =>
    commandOf({ key, modified: false, focus: 'list', singleKeys: true, ...more });

  test.each([
    ['j', 'next'],
    ['ArrowDown', 'next'],
    ['k', 'previous'],
    ['ArrowUp', 'previous'],
    ['Home', 'first'],
    ['End', 'last'],
    ['a', 'answer'],
    ['e', 'archive'],
    ['o', 'open'],
    ['t', 'talking'],
    ['w', 'won'],
    ['l', 'lost'],
    ['x', 'not-a-lead'],
    ['c', 'call-back'],
    ['n', 'note'],
    ['z', 'undo'],
    ['r', 'resend'],
    ['/', 'search'],
    ['?', 'keys'],
  ] as const)('has %s for "%s"', (key, command) => {
    expect(press(key)).toBe(command);
  });

  test('leaves keys alone in a field, in a dialog and with Ctrl', () => {
    expect(press('r', { focus: 'field' })).toBeUndefined();
    expect(press('/', { focus: 'dialog' })).toBeUndefined();
    expect(press('r', { modified: true })).toBeUndefined();
  });

  test('still moves with arrows when single keys are off', () => {
    expect(press('j', { singleKeys: false })).toBeUndefined();
    expect(press('ArrowDown', { singleKeys: false })).toBe('next');
  });

  test('scrolls the panel with arrows, and moves to other rows with letters', () => {
    expect(press('ArrowDown', { focus: 'panel' })).toBeUndefined();
    expect(press('j', { focus: 'panel' })).toBe('next');
  });

  test('leaves Home and End to the page outside of the list', () => {
    expect(press('Home', { focus: 'page' })).toBeUndefined();
  });
});
