import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'
import { requireLogin } from '../sign-in/public.ts'
import { countRecoveryCodes } from './authenticator-app.store.ts'

/** Whether the member has an app, and how many recovery codes are left. */
export async function loadAppStatus(
  { db }: Pick<Deps, 'db'>,
  { loginId }: MemberCaller,
): Promise<{ readonly mfaEnabled: boolean; readonly recoveryCodesLeft: number }> {
  const [login, recoveryCodesLeft] = [await requireLogin(db, loginId), await countRecoveryCodes(db, loginId)]
  return { mfaEnabled: login.appSecret !== null, recoveryCodesLeft }
}
