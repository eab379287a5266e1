const second = 1000;
const least = second;
const most = 24 * 60 * 60 * second;

/** How many milliseconds a receiver asks us to stay away; undefined where it doesn't say. */
export function waitAskedFor(retryAfter: string | null, now: Date): number | undefined {
  const wait = parse(retryAfter?.trim() ?? '', now);
  return wait === undefined ? undefined : Math.min(Math.max(wait, least), most);
}

function parse(text: string, now: Date): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * second;
  // Date.parse reads a date into almost anything; HTTP's three formats are told by their beginning.
  const date = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? /.test(text)
    ? Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text)
    : NaN;
  return Number.isNaN(date) ? undefined : date - now.getTime();
}
