/** A service that the answer needs can't be reached. The status is 503, because a retry may help. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** A setting is missing or wrong. The message is for the person who deploys; visitors never see it. */
export class ConfigError extends Unavailable {
  override name = 'ConfigError';
}
