import type { WebAuthnCredential } from '@coopline/contract/identity/passkeys/passkeys.contract'
import type { Deps } from '../../../platform/deps.ts'
import type { StoredPasskey } from './stored-passkey.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loads the library on demand, because it is large and rarely needed. */
export const loadWebAuthn = async () => import('@simplewebauthn/server')

/** The COSE numbers of ES256, EdDSA and RS256. Every authenticator supports at least one of them. */
export const algorithms = [-7, -8, -257]

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
/** The maximum length of a credential id, in characters of base64url (1,023 bytes: WebAuthn Level 3 §7.1). */
const longestId = 1_364

interface Expected {
  readonly party: RelyingParty
  readonly challenge: string
}

const expectedOf = ({ party, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...party.origins],
  expectedRPID: party.id,
  requireUserVerification: true,
})

export type NewCredential = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>

/** Verifies a new credential (WebAuthn Level 3 §7.1). @returns `null` when anything is wrong with it. */
export async function verifyNew(
  { log }: Pick<Deps, 'log'>,
  credential: WebAuthnCredential,
  expected: Expected,
): Promise<NewCredential | null> {
  const { attestationObject, clientDataJSON, transports = [] } = credential.response
  if (attestationObject === undefined) return null
  const { id, rawId, type } = credential
  try {
    await refuseCertificates(attestationObject)
    const { verifyRegistrationResponse } = await loadWebAuthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectedOf(expected),
      supportedAlgorithmIDs: algorithms,
      response: { id, rawId, type, clientExtensionResults: {}, response: { attestationObject, clientDataJSON } },
    })
    if (!verified || registrationInfo.credential.id !== id || id.length > longestId) return null
    return {
      credentialId: id,
      publicKey: registrationInfo.credential.publicKey,
      counter: registrationInfo.credential.counter,
      transports: [...new Set(transports)].filter((one) => knownTransports.includes(one)),
      isSynced: registrationInfo.credentialBackedUp,
    }
  } catch (error) {
    logRefusal(log, error)
    return null
  }
}

/** Refuses attestations with certificates. The portal requests no attestation, so it must not read certificates and addresses in them. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  const isOfItself = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isOfItself) throw new Error('An attestation that nobody asked for')
}

/** Verifies a signature of a passkey (WebAuthn Level 3 §7.2). @returns `null` when anything is wrong with it. */
export async function verifyUse(
  { log }: Pick<Deps, 'log'>,
  credential: WebAuthnCredential,
  passkey: StoredPasskey,
  expected: Expected,
): Promise<{ readonly counter: number; readonly isSynced: boolean } | null> {
  const { authenticatorData, signature, clientDataJSON } = credential.response
  if (authenticatorData === undefined || signature === undefined) return null
  const { id, rawId, type } = credential
  try {
    const { verifyAuthenticationResponse } = await loadWebAuthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedOf(expected),
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { authenticatorData, signature, clientDataJSON },
      },
      credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
    })
    return verified ? { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp } : null
  } catch (error) {
    logRefusal(log, error)
    return null
  }
}

/** Logs the library's reason, which helps an operator who set a wrong PUBLIC_ORIGIN. */
function logRefusal(log: Deps['log'], error: unknown): void {
  log.info({ reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }, 'A passkey was refused')
}
