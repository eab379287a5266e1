import type { Log } from '../../functions/log/log.ts';
import type { Counts, Item } from './format.ts';

/** On the standard error stream: on the other may be the export itself. */
export type Say = (sentence: string) => void;

export const say: Say = (sentence) => {
  console.error(sentence);
};

/** What the store has for the log. */
export const sayEvent: Log = (event) => {
  say(JSON.stringify(event));
};

const step = 5000;

/** Tells how far it is, now and then. */
export function saidEvery(say: Say, done: string, already = 0): (count: number) => void {
  let next = already + step;
  return (count) => {
    if (count < next) return;
    say(`${count} ${done} ...`);
    next = count + step;
  };
}

const nameOf = (item: Item): string => {
  switch (item.kind) {
    case 'submission':
      return `submission ${JSON.stringify(item.submission.id)}`;
    case 'tombstone':
      return `submission ${JSON.stringify(item.tombstone.id)}, which was erased`;
    case 'role':
      return `role ${item.role}`;
    case 'action':
      return `entry ${item.entry.number} of the audit log`;
    case 'damaged':
      return `${item.of} ${JSON.stringify(item.id)}`;
  }
};

export const aboutDamaged = (item: Item): string =>
  `Left out because it is damaged: ${nameOf(item)}.`;

export const aboutConflict = (item: Item): string =>
  `Not stored because something else has its place: ${nameOf(item)}${whatToDo[item.kind] ?? ''}.`;

const whatToDo: Partial<Record<Item['kind'], string>> = {
  action: '; it must follow the newest entry here',
};

/** "3 submissions, 1 tombstone of an erased one, 0 roles, 2 entries of the audit log" */
export const inWords = ({ submission, tombstone, role, action }: Omit<Counts, 'damaged'>): string =>
  [
    numbered(submission, 'submission', 'submissions'),
    numbered(tombstone, 'tombstone', 'tombstones'),
    numbered(role, 'role', 'roles'),
    numbered(action, 'entry of the audit log', 'entries of the audit log'),
  ].join(', ');

export const numbered = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
