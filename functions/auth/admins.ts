import type { Deps, Handler, User } from '../deps.ts';
import { answering, json } from '../http/answer.ts';
import { readJson, readSubmissionId, Refusal, requireOwnOrigin, tooMany } from '../http/request.ts';

export const adminRole = 'admin';

type AdminHandler = (request: Request, deps: Deps, admin: User) => Promise<Response>;

export const forAdmins = (handler: AdminHandler): Handler =>
  answering(async (request, deps) => handler(request, deps, await requireAdmin(request, deps)));

export const onLead = (
  handler: (lead: { id: string; body: unknown }, deps: Deps, admin: User) => Promise<Response>,
): Handler =>
  forAdmins(async (request, deps, admin) => {
    const body = await readJson(request);
    return handler({ id: readSubmissionId(body), body }, deps, admin);
  });

/**
 * The role is bound to the address it was granted to: an old Firebase link can still change an account's address. A
 * revoked role ends access at once.
 */
export async function requireAdmin(request: Request, deps: Deps): Promise<User> {
  requireOwnOrigin(request);
  const token = bearerToken(request);
  const user = token === undefined ? undefined : await deps.verify(token);
  if (!user)
    throw new Refusal(401, 'Please sign in.', { headers: { 'www-authenticate': 'Bearer' } });
  requireRoom(user, deps);
  const store = await deps.store();
  if (!(await store.hasRole(user.uid, adminRole, user.email ?? ''))) {
    throw new Refusal(403, 'Access denied. You need admin privileges.');
  }
  return user;
}

/** A bulk resend makes the most calls: three at a time, each half a second or more. If faster, the inbox waits. */
export const callsPerMinute = 600;

/** If sign-up is open, anyone can have an account. Accounts without the role are therefore counted, too. */
function requireRoom({ uid }: User, { usage, now }: Deps): void {
  const { value, leftMs } = usage.calls(uid, now());
  value.count += 1;
  if (value.count > callsPerMinute)
    throw tooMany('Too many calls came from your account. Please try again in a minute.', leftMs);
}

export function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

export const access = forAdmins(() => Promise.resolve(json(200, { role: adminRole })));
