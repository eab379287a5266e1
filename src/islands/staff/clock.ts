/** How far this computer's clock is behind the server's. */
let behind = 0;

export const now = (): number => Date.now() + behind;

/** For each answer, since this computer's clock may be wrong. */
export function followClock({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) behind = date - Date.now();
}
