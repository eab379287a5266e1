import type { Deps, Handler, User } from '../deps.ts';
import { answering, json } from '../http/answer.ts';
import { Refusal, requireOwnOrigin } from '../http/request.ts';

export const adminRole = 'admin';

type AdminHandler = (request: Request, deps: Deps, admin: User) => Promise<Response>;

/**
 * Admits users who have the role now, at the address that they have now: a link that Firebase mailed before
 * the role was granted may still change the address of an account. A revoked role ends access at once.
 */
export function forAdmins(handler: AdminHandler): Handler {
  return answering(async (request, deps) => {
    requireOwnOrigin(request);
    const token = bearerToken(request);
    const user = token === undefined ? undefined : await deps.verify(token);
    if (!user)
      throw new Refusal(401, 'Please sign in.', { headers: { 'www-authenticate': 'Bearer' } });
    const store = await deps.store();
    if (!(await store.hasRole(user.uid, adminRole, user.email ?? ''))) {
      throw new Refusal(403, 'Access denied. You need admin privileges.');
    }
    return handler(request, deps, user);
  });
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** Tells the inbox whether to open. */
export const access = forAdmins(() => Promise.resolve(json(200, { role: adminRole })));
