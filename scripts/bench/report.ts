import type { Measured } from './format.ts';

/** What a part of the bench has to say. */
export interface Report {
  title: string;
  /** For whoever looks for a cause; the figures themselves are printed in one table of all. */
  details: string;
  figures: Measured[];
}
