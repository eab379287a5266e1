/** Domains whose addresses work for minutes, and anybody can read their mail. */
const domains = new Set(
  `10minutemail.com 20minutemail.com 33mail.com burnermail.io discard.email dispostable.com
  dropmail.me emailondeck.com fakeinbox.com fakemail.net getairmail.com getnada.com grr.la
  guerrillamail.com guerrillamail.info guerrillamail.net guerrillamail.org inboxkitten.com
  mail-temp.com mailcatch.com maildrop.cc mailinator.com mailnesia.com mailsac.com minuteinbox.com
  moakt.com mohmal.com mytemp.email nada.email sharklasers.com spam4.me spamgourmet.com temp-mail.io
  temp-mail.org tempail.com tempinbox.com tempmail.com tempmail.dev tempmail.net tempr.email
  throwawaymail.com trash-mail.com trashmail.com trashmail.de yopmail.com yopmail.fr yopmail.net`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether an address, or the domain above its own, is of that kind. */
export function isThrowAway(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, i) => domains.has(labels.slice(i).join('.')));
}
