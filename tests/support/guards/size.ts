import type { Source } from './tracked.ts';

const limit = 250;

/** A long file is two files, unless its first lines say why it isn't. */
export function tooLong({ path, text }: Source): string[] {
  const lines = text.trimEnd().split('\n');
  const excused = lines.slice(0, 5).some((it) => /Over 250 lines because \S+/.test(it));
  return lines.length > limit && !excused ? [`${path} has ${lines.length} lines`] : [];
}
