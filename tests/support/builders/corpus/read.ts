import { readFileSync } from 'node:fs';

/** The submissions of the corpus, one a line. Spam is marked with its trick. */
function rows(name: string): string[][] {
  const text = readFileSync(`${import.meta.dirname}/${name}.txt`, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').map((it) => it.trim()));
}

const toOpenMs = (seconds: string) => Number(seconds) * 1000;

export const ordinary = rows('ordinary').map(
  ([name = '', email = '', company = '', message, s]) => ({
    name,
    email,
    company,
    message: message || null,
    website: '',
    open_ms: toOpenMs(s ?? ''),
  }),
);

export const spam = rows('spam').map(
  ([trick = '', website, s = '', name = '', email = '', company = '', message]) => ({
    trick,
    name,
    email,
    company,
    message: message || null,
    website,
    open_ms: toOpenMs(s),
  }),
);
