let count = 0;

/** A UUID that sorts after the ones before it, so that audit entries of the same time have an order. */
export const nextId = () =>
  crypto.randomUUID().replace(/^.{8}/, (count += 1).toString(16).padStart(8, '0'));
