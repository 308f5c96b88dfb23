import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'
import { requireLogin } from '../sign-in/public.ts'
import { countRecoveryCodes } from './authenticator-app.store.ts'

/** Loads the status of the authenticator app: true when the member has one, and the number of unused recovery codes. */
export async function loadAppStatus(
  { db }: Pick<Deps, 'db'>,
  { loginId }: MemberCaller,
): Promise<{ readonly mfaEnabled: boolean; readonly recoveryCodesLeft: number }> {
  const [login, recoveryCodesLeft] = [await requireLogin(db, loginId), await countRecoveryCodes(db, loginId)]
  return { mfaEnabled: login.appSecret !== null, recoveryCodesLeft }
}
