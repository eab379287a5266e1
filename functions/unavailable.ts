/** Thrown when something that an answer needs can't be reached: a 503, and trying again may help. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** A setting is missing or wrong, in a sentence for the person who deploys. Visitors never see it. */
export class ConfigError extends Unavailable {
  override name = 'ConfigError';
}
