/** There is no point in connecting. Its message is for the admins: no path, no secret, no cause. */
export class CannotSend extends Error {
  override name = 'CannotSend';
}
