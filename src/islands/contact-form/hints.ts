const wellKnown =
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com comcast.net sbcglobal.net verizon.net bellsouth.net';
const similar = /^(mail|ymail|email|rocketmail|hotmail|outlook|yahoo)\.(com|de|fr|it|es|ca|in)$/;

export function suggestedEmail(typed: string): string | undefined {
  const [name, wrong, ...rest] = typed.trim().toLowerCase().split('@');
  if (!name || !wrong || rest.length > 0) return undefined;
  const domain = wrong
    .replace(/[.,]+/g, '.')
    .replace(/\.$/, '')
    .replace(/\.(con|cpm|cmo|ocm|vom|xom|dom|comm|coom|ccom)$/, '.com');
  const known = wellKnown.split(' ');
  const isRight = known.includes(domain) || similar.test(domain);
  const meant = isRight ? domain : (known.find((it) => isSlip(it, domain)) ?? domain);
  return meant === wrong ? undefined : `${typed.trim().split('@')[0] ?? ''}@${meant}`;
}

/** One letter more, less or wrong, or two letters swapped. */
function isSlip(right: string, typed: string): boolean {
  let i = 0;
  while (i < right.length && right[i] === typed[i]) i += 1;
  const [rest, own] = [right.slice(i + 1), typed.slice(i + 1)];
  return (
    own === rest ||
    own === right.slice(i) ||
    typed.slice(i) === rest ||
    (rest[0] === typed[i] && own[0] === right[i] && rest.slice(1) === own.slice(1))
  );
}

/** Shorter than an American number with its area code. Letters count, as in 1-800-FLOWERS. */
export function looksShort(phone: string): boolean {
  const typed = phone.replace(/[^\da-z+]/gi, '').length;
  return typed > 0 && typed < 10 && !phone.trim().startsWith('+');
}
