/** What a part of the bench has to say. */
export interface Report {
  title: string;
  text: string;
  /** A sentence for each figure over its budget. */
  failures: string[];
}
