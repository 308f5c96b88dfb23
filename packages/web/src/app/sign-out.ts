import { endSession } from '../portal/session/end-session.ts'
import type { RouteTable } from '../portal/page/route-table.tsx'
import { findStoredUser } from '../portal/session/stored-user.ts'
import { signOutTarget } from './sign-out-target.ts'

/** Ends the session on the server and answers where the cooperative wants its members to go then (SH-64, SH-65). */
export async function signOut(signOutLink: string, table: RouteTable): Promise<string> {
  const token = findStoredUser()?.accessToken
  if (token !== undefined) await endSession(token)
  return signOutTarget(signOutLink, table, window.location.origin)
}
