import { atom } from 'nanostores';

const key = 'leadwright:letters';

/** Whether single keys are shortcuts; this browser remembers it. */
export const $singleKeyShortcuts = atom(read());

export function setSingleKeyShortcuts(on: boolean): void {
  $singleKeyShortcuts.set(on);
  try {
    localStorage.setItem(key, on ? 'on' : 'off');
  } catch {
    // Without storage, it lasts for this visit.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    // Without storage, shortcuts are on, as for a new visitor.
    return true;
  }
}
