/** Loaded with `--import`: shifts the clock of the process by two years. */
const later = 2 * 365 * 24 * 60 * 60 * 1000;
const Today = Date;

globalThis.Date = class extends Today {
  constructor(...given: [] | [number | string]) {
    if (given.length === 0) super(Today.now() + later);
    else super(...(given as [number]));
  }

  static override now(): number {
    return Today.now() + later;
  }
} as DateConstructor;
