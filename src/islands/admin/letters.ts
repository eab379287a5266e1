import { atom } from 'nanostores';

const key = 'leadwright:letters';

/** Whether single letters are keys, as this browser was told before. */
export const $letters = atom(read());

export function setLetters(on: boolean): void {
  $letters.set(on);
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
