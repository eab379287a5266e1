/** Nothing is read-only for root, so this runs the work as a user without rights if we are root. */
export async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  const nobody = 65_534;
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
