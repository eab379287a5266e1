import type { Site } from '../site.ts';
import type { Simulation } from '../simulation.ts';
import { said, type Words } from '../words.ts';

/** A visitor was thanked. From then on these words are stored, unless they were erased after they were sent. */
export function thanked(
  simulation: Simulation,
  site: Site,
  words: Words,
  sentAt: number,
  id: string | undefined,
): void {
  const isKept = (of: string): boolean => {
    const lead = site.leads.get(of);
    const erasedAt = lead?.erasedAt ?? Infinity;
    return lead?.said === said(words) && erasedAt >= sentAt;
  };
  const ids = id === undefined ? [...site.leads.keys()] : [id];
  if (!ids.some(isKept)) {
    simulation.watch.violated(
      `${id ?? 'a plain form'} was thanked for, and its words are not stored`,
    );
  }
}

/** The same words are one lead, however often somebody presses the button. */
export function once(simulation: Simulation, site: Site, words: Words): void {
  const leads = [...site.leads.values()].filter(
    (it) => it.said === said(words) && it.erasedAt === undefined,
  );
  if (leads.length > 1) simulation.watch.violated(`the same words are ${leads.length} leads`);
}
