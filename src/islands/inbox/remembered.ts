import { atom } from 'nanostores';
import { local } from '../../browser/session.ts';

/** A choice that an admin makes in this browser. */
export function remembered(key: string) {
  const $choice = atom(local.read(key) ?? '');
  $choice.listen((choice) => {
    local.write(key, choice);
  });
  return $choice;
}
