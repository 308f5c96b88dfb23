import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { call } from '../../../portal/call/call.ts'
import { NoPasskey } from './no-passkey.ts'

/**
 * Asks for a passkey in a window of the browser.
 *
 * @throws NoPasskey when none was used; CallFailed or NoAnswer when the server did not help.
 */
export async function askForPasskey(signal: AbortSignal): Promise<AuthenticationResponseJSON> {
  const { options } = await call('POST /v3/login/passkey/options', { body: {}, signal })
  signal.throwIfAborted()
  try {
    return await startAuthentication({ optionsJSON: options })
  } catch (cause) {
    throw new NoPasskey('No passkey was used', { cause })
  }
}

/**
 * Lets the browser offer passkeys among the usernames that it fills in. Waits until one is chosen.
 *
 * @returns `null` when the browser cannot, or when the offer was taken back.
 */
export async function offerPasskeys(): Promise<AuthenticationResponseJSON | null> {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return null
    const { options } = await call('POST /v3/login/passkey/options', { body: {} })
    return await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
  } catch {
    // Silent, because the member requested nothing; the form and the button still work.
    return null
  }
}

export const takeOfferBack = (): void => WebAuthnAbortService.cancelCeremony()

/** Signs in with the passkey that was chosen. */
export const signInWith = (credential: AuthenticationResponseJSON): Promise<LoginResponse> =>
  call('POST /v3/login/passkey', {
    body: { credential: { ...credential, clientExtensionResults: { ...credential.clientExtensionResults } } },
  })
