import { randomUUID } from 'node:crypto'
import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import type { Login } from './login.ts'
import { insertSecondStep } from './second-step.store.ts'

/** The content of `encryptedMember` and `encryptedUserName`: the second step and its login. */
export const secondStepSeal = z.strictObject({
  what: z.enum(['member', 'user-name']),
  stepId: z.uuid(),
  loginId: z.uuid(),
  value: z.string(),
})

/** Opens the second step after a right password. The answer contains only the values that must be sent with the code. */
export async function openSecondStep(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'keys'>,
  login: Login,
): Promise<LoginResponse> {
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + deps.settings.current().secondStepMinutes * 60_000)
  const stepId = randomUUID()
  await insertSecondStep(deps.db, { stepId, loginId: login.loginId, expiresAt })
  const sealed = async (what: 'member' | 'user-name', value: string) =>
    seal(deps.keys, 'second-step', { what, stepId, loginId: login.loginId, value }, expiresAt)
  return {
    accessToken: null,
    memberNumber: null,
    expireInMinutes: null,
    memberMfaEnabled: true,
    mfaAuthenticateModel: {
      encryptedMember: await sealed('member', login.memberNumber),
      encryptedUserName: await sealed('user-name', login.username),
    },
    loginInfo: null,
  }
}
