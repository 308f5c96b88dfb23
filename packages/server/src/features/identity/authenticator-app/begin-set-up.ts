import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'
import { encryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { requireLogin } from '../sign-in/public.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { keepPendingSecret } from './authenticator-app.store.ts'
import type { QrCode } from './draw-qr-code.ts'
import { appSecretBytes, showAppSecret } from './show-app-secret.ts'

const setUpMinutes = 15

/** The content of `encryptedValidator`: the login of the set-up, and the hash of its secret. */
export const setUpSeal = z.strictObject({ loginId: z.uuid(), keyHash: z.string() })

/** Returns the hash that identifies a secret, so that the secret itself is not transferred again. */
export const keyHashOf = (key: string): string => sha256(key).toString('base64url')

export interface SetUp {
  readonly totpUri: string
  readonly encryptedValidator: string
  readonly secretNewKey: string
  readonly qrCode: QrCode
}

/**
 * Starts the set-up of an app: stores a new secret and returns it once. An active app stays active until the first code of
 * the new one.
 */
export async function beginSetUp(deps: Deps, caller: MemberCaller): Promise<SetUp> {
  const login = await requireLogin(deps.db, caller.loginId)
  const until = new Date(deps.clock.now().getTime() + setUpMinutes * 60_000)
  const bytes = deps.random.bytes(appSecretBytes)
  await keepPendingSecret(deps.db, login.loginId, encryptAtRest(deps, 'app-secret', bytes, login.loginId), until)
  const shown = await showAppSecret(deps, bytes, login.username)
  return {
    ...shown,
    encryptedValidator: seal(
      deps.keys,
      'app-set-up',
      { loginId: login.loginId, keyHash: keyHashOf(shown.secretNewKey) },
      until,
    ),
  }
}
