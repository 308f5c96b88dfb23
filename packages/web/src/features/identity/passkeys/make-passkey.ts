import type { passkeys } from '@coopline/contract/identity/passkeys/passkeys.contract'
import type { Calls } from '@coopline/contract/calls'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { memberCall } from '../../../portal/call/member-call.ts'

/** Thrown when the browser made no passkey: the member stopped it, has one already, or the address is not the right one. */
export class PasskeyNotMade extends Error {
  override readonly name = 'PasskeyNotMade'
  readonly reason: 'notMade' | 'known' | 'address'

  constructor(reason: PasskeyNotMade['reason'], options?: ErrorOptions) {
    super(`No passkey was made: ${reason}`, options)
    this.reason = reason
  }
}

type Added = Calls[(typeof passkeys)['add']['call']]['answer']

/**
 * Lets the browser make a passkey and adds it to the login under a name.
 *
 * @throws PasskeyNotMade when the browser made none; else as `memberCall`.
 */
export async function makePasskey(memberNumber: string, name: string): Promise<Added> {
  const params = { memberNumber }
  const { options } = await memberCall('POST /v3/members/{memberNumber}/passkeys/options', { params, body: {} })
  const credential = await register(options)
  return memberCall('POST /v3/members/{memberNumber}/passkeys', {
    params,
    body: {
      name,
      credential: { ...credential, clientExtensionResults: { ...credential.clientExtensionResults } },
    },
  })
}

async function register(options: object): Promise<RegistrationResponseJSON> {
  try {
    // The server makes them by the same standard; the contract says only what it needs of them.
    return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  } catch (cause) {
    throw new PasskeyNotMade(reasonOf(cause), { cause })
  }
}

function reasonOf(cause: unknown): PasskeyNotMade['reason'] {
  if (!(cause instanceof WebAuthnError)) return 'notMade'
  if (cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  return cause.code === 'ERROR_INVALID_DOMAIN' || cause.code === 'ERROR_INVALID_RP_ID' ? 'address' : 'notMade'
}
