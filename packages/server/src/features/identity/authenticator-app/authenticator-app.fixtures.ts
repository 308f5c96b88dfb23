import { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { Secret, TOTP } from 'otpauth'
import { asMember, type SliceFixtures, type ValidCall } from '../../../testing/endpoint-fixture.ts'
import { appCode, giveApp, type SignedIn } from '../../../testing/seed-login.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'

export const fixtures: SliceFixtures = async ({ portal, loginId, own, signedIn }) => {
  portal.set({ MfaEnabled: true })
  const sending = async (body: unknown): Promise<ValidCall> => ({ ...(await own()), body })
  const withApp = async (): Promise<void> => giveApp(portal, loginId)
  return [
    [authenticatorApp.status, own],
    [authenticatorApp.qrCode, async () => sending({})],
    [
      authenticatorApp.activate,
      async () => {
        const session = await signedIn()
        return { ...asMember(session), body: await setUpOf(portal, session) }
      },
    ],
    [authenticatorApp.remove, async () => withApp().then(async () => sending({ code: appCode(portal) }))],
    [authenticatorApp.newRecoveryCodes, async () => withApp().then(async () => sending({}))],
  ]
}

/** Starts the set-up of an app. @returns the body that activates it. */
export async function setUpOf(
  portal: TestPortal,
  session: SignedIn,
): Promise<{ readonly encryptedMember: string; readonly key: string; readonly code: string }> {
  const { memberNumber, ...halves } = session
  const response = await portal.call(authenticatorApp.qrCode, { params: { memberNumber }, body: {}, ...halves })
  const { encryptedValidator, secretNewKey } = response.json<AnswerOf<typeof authenticatorApp.qrCode>>()
  return { encryptedMember: encryptedValidator, key: secretNewKey, code: codeOf(portal, secretNewKey) }
}

/** Computes the code of an app with that secret (base32) at the portal's time, some steps later or earlier. */
export const codeOf = (portal: TestPortal, key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: portal.clock.now().getTime() + steps * 30_000 })
