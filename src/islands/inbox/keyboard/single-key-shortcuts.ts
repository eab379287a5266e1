import { atom } from 'nanostores';

const key = 'leadwright:letters';

/** Whether single letters are keys, as this browser was told before. */
export const $singleKeyShortcuts = atom(read());

export function setSingleKeyShortcuts(on: boolean): void {
  $singleKeyShortcuts.set(on);
  try {
    localStorage.setItem(key, on ? 'on' : 'off');
  } catch {
    // Holds for this visit then.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    // The browser keeps nothing: as it is for everybody at first.
    return true;
  }
}
