import { digitsOf, phoneE164 } from '../../../src/shared/reach.ts';

/**
 * The beginnings of numbers that cost whoever calls or texts them. The owners of such numbers share in
 * the price, so they gain from a form that makes others call. A false match is cheap: an admin releases it.
 */
const costly: readonly RegExp[] = [
  // Pay-per-call numbers: area code 900, and 976 in every area code (nanpa.com).
  /^\+1(?:900|\d{3}976)/,
  // Codes without a place: personal numbers, Canada's special and satellite services, carriers' own (nanpa.com).
  /^\+1(?:500|600|700)/,
  // Foreign area codes that look American, from the FTC's warning about one-ring calls (2017).
  /^\+1(?:268|284|473|649|664|767|809|829|849|876)/,
  // Shared codes in the ITU's list of assigned E.164 country codes: shared cost, Inmarsat, personal numbers,
  // satellite telephones, international networks, premium rate.
  /^\+(?:808|870|878|88[123]|979)/,
  // Countries in the FCC's warning about one-ring calls (2019), and those that a US carrier blocks for shared
  // revenue: Cox, as TransNexus reported in 2014.
  /^\+(?:22[024]|232|236|239|248|252|377|960|994)/,
  // Islands in the ITU's list that are small and dear to call: Ascension, Saint Helena, the Falklands, and
  // in the Pacific, from Norfolk Island and Papua New Guinea to Tokelau.
  /^\+(?:247|290|500|67[24-8]|68[23568]|690)/,
  // The premium rates of the countries that honest leads from abroad come from: the United Kingdom, Germany,
  // France and Australia.
  /^\+(?:44(?:9|70|87)|49900|338[19]|61190)/,
];

/** If a number can't be read, its digits may still be what a machine dials. */
export function isCostly(phone: string): boolean {
  const dialed = phoneE164(phone) ?? `+${digitsOf(phone) ?? ''}`;
  return costly.some((it) => it.test(dialed));
}
