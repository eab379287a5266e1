import type { DatabaseSync } from 'node:sqlite';

/** The words by whose beginnings each submission is found. */
export function wordIndex(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO words (word, submission) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM words WHERE word = ? AND submission = ?');

  const add = (submission: number, words: readonly string[]): void => {
    for (const word of words) insert.run(word, submission);
  };

  return {
    add,

    /** Most changes are of a delivery, and leave the words as they are. */
    replace(submission: number, before: readonly string[], after: readonly string[]): void {
      for (const word of before) if (!after.includes(word)) remove.run(word, submission);
      add(
        submission,
        after.filter((word) => !before.includes(word)),
      );
    },
  };
}
