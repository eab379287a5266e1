/** Something that an answer needs can't be had now: it becomes a 503, and trying again may help. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}
