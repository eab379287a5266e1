import { hash } from 'node:crypto';

/** Looks random, and is the same at each start. */
export type Pick = <T>(what: string, from: readonly T[]) => T;

export const pickFor =
  (lead: number): Pick =>
  (what, from) => {
    const share = Number.parseInt(hash('sha256', `${what} ${lead}`).slice(0, 8), 16) / 2 ** 32;
    return from[Math.floor(share * from.length)] as (typeof from)[number];
  };

/** The people and companies of the demo. All of them are invented. */
export const words = {
  firstNames: ['Dana', 'Siobhán', 'Aaliyah', 'Carol Ann', 'Yusuf', 'Thị Hạnh', 'María'],
  lastNames: ['Roe', 'Peña', 'O’Rourke', 'Raghunathan', 'Nguyễn', 'Hernández-Gutiérrez'],
  /** The end of a company's name, after its trade. */
  endings: ['LLC', 'Co.', '& Daughters', 'Group of Greater Houston', 'Services'],
  messages: [
    'Saw your price for this trade. Is that per call or per booked job?',
    'Call me instead, I am on a roof all day and don’t read e-mail.',
    '1) How many leads a week? 2) Refunds on bad numbers? 3) Can I pause in December?',
    'Buenas tardes, ¿tienen a alguien que hable español? Gracias.',
    'We want high-end residential only, $15k and up. Is that something your ads can target? We tried two agencies before. Both wanted a retainer, and neither could say how many jobs it brought. If you only charge for the lead itself, I would start with ten and see how many we book.',
  ],
  spam: 'We will put your site on page one of every search, guaranteed. 5,000 links for $49.',
};
