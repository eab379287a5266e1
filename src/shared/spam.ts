/** Why a submission can look like spam, in the order in which admins read it. */
export const spamReasons = [
  'honeypot',
  'too_fast',
  'link_in_name',
  'markup',
  'mostly_links',
  'hidden_link',
  'random_letters',
  'same_text',
] as const;

export type SpamReason = (typeof spamReasons)[number];
