import { createHmac } from 'node:crypto'
import type { AclaraSettings } from '@coopline/contract/usage/aclara-jump/aclara-jump.contract'
import { serviceUnavailableMessage } from '@coopline/rules/site/service-error/service-unavailable.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { type Key, keyObjectOf } from '../../../platform/keys.ts'
import { randomText } from '../../../platform/random.ts'
import { findJumpAccount } from './aclara-jump.store.ts'

type JumpDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'env' | 'keys' | 'random'>

/** Token lifetime, in seconds. */
const tokenSeconds = 60

/** The code that makes the page send the member back home (AJ-08). */
const unavailable = '3101'

/**
 * Builds the settings for the Aclara portal's address (AS-12), with a token that identifies the member.
 *
 * @throws Refused with code 3101 when the cooperative has not set the portal up or the member has no account.
 */
export async function loadAclaraSettings(
  deps: JumpDeps,
  { caller: { memberNumber } }: Pick<MemberRequest, 'caller'>,
): Promise<AclaraSettings> {
  const { aclaraUrl, aclaraClientId: clientId } = deps.settings.current()
  const account = await findJumpAccount(deps.db, memberNumber)
  const key = signingKey(deps)
  const isSetUp = aclaraUrl.startsWith('https://') && clientId !== ''
  if (!isSetUp || key === undefined || account === undefined)
    throw new Refused(new Refusal(unavailable, serviceUnavailableMessage))
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1_000)
  const webToken = signedToken(key, {
    iss: deps.env.PUBLIC_ORIGIN,
    aud: clientId,
    sub: memberNumber,
    account: account.accountNumber,
    iat: issuedAt,
    exp: issuedAt + tokenSeconds,
    jti: randomText(deps.random, 16),
  })
  return { aclaraUrl, clientId, memberNumber, ...account, webToken }
}

/** The key shared with the Aclara portal. The demo has none and uses its own. */
const signingKey = ({ env, keys }: JumpDeps): Key | undefined =>
  env.ACLARA_SIGNING_KEYS?.[0] ?? (env.DEMO ? keys.forPurpose('web-token')[0] : undefined)

/** A compact JWT (RFC 7519), signed with HMAC-SHA-256. */
function signedToken(key: Key, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${part({ alg: 'HS256', typ: 'JWT', kid: key.kid })}.${part(claims)}`
  return `${content}.${createHmac('sha256', keyObjectOf(key)).update(content).digest('base64url')}`
}
