import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { WebAuthnCredential } from '@coopline/contract/identity/passkeys/passkeys.contract'

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>

const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.of((major << 5) | value)
    : value < 256
      ? Buffer.of((major << 5) | 24, value)
      : Buffer.of((major << 5) | 25, value >> 8, value & 255)

const isList = (value: Cbor): value is readonly Cbor[] => Array.isArray(value)

/** CBOR (RFC 8949) of what an authenticator says. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (isList(value)) return Buffer.concat([head(4, value.length), ...value.map((one) => cbor(one))])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, one]) => [cbor(name), cbor(one)])])
}

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()

/** The public half as a COSE key (RFC 9053 §7.1.1): EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url'))
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point[0] ?? Buffer.alloc(0)],
      [-3, point[1] ?? Buffer.alloc(0)],
    ]),
  )
}

/** An attestation certificate (WebAuthn Level 3 §8.2.1), valid from 2020 to 2119, of a discarded key. */
const certificate = [
  'MIIBqzCCAVGgAwIBAgIBATAKBggqhkjOPQQDAjBVMQswCQYDVQQGEwJVUzEQMA4GA1UEChMHRXhhbXBsZTEiMCAGA1UECxMZQXV0aGVudGljYXRv',
  'ciBBdHRlc3RhdGlvbjEQMA4GA1UEAxMHRXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MTIzMTAwMDAwMFowVTELMAkGA1UEBhMCVVMxEDAO',
  'BgNVBAoTB0V4YW1wbGUxIjAgBgNVBAsTGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xEDAOBgNVBAMTB0V4YW1wbGUwWTATBgcqhkjOPQIBBggq',
  'hkjOPQMBBwNCAASM1k+gVCGDrLfPfOUiER/IDJcZCYbKLNbqbCFE6rNIjuOtznC6qSkV33YK6+ds5dgfeWs2quFCaXZtW8CdXYsNoxAwDjAMBgNV',
  'HRMBAf8EAjAAMAoGCCqGSM49BAMCA0gAMEUCIQCy2cRhfGpv7HgFzedL/abHgSus5tCpg8daMOZ8t3zjRgIgdBX7kJ2SSB6soFFKopljZTdxg4Gs',
  'cSLFXmnYiW468KM=',
].join('')

/** The certificate with another key in it. Who trusts no maker of authenticators does not look at who signed it. */
function certificateOf(key: KeyObject): Buffer {
  const der = Buffer.from(certificate, 'base64')
  const keyInfo = key.export({ type: 'spki', format: 'der' })
  // Both write the key's algorithm in the same 26 bytes before the 65 of its point.
  const start = der.indexOf(keyInfo.subarray(0, 26))
  keyInfo.copy(der, start)
  return der
}

/**
 * The facts of a passkey ceremony. Those that are absent are as an honest browser and authenticator would send them.
 */
export interface Ceremony {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  /** Fields of the client data beside the usual ones. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly userVerified?: boolean
  readonly userPresent?: boolean
  readonly backedUp?: boolean
  /** Signatures counted so far, this one included. */
  readonly counter?: number
  readonly userHandle?: string | null
  readonly transports?: string[]
  /** A packed attestation (WebAuthn Level 3 §8.2): by the passkey itself, or by a certificate of its maker. None otherwise. */
  readonly attestation?: 'self' | 'certificate'
}

export interface SoftwareAuthenticator {
  readonly id: string
  readonly publicKey: Uint8Array
  /** Answers `navigator.credentials.create`. */
  readonly create: (ceremony: Ceremony) => WebAuthnCredential
  /** Answers `navigator.credentials.get`. */
  readonly get: (ceremony: Ceremony) => WebAuthnCredential
}

const clientDataOf = (type: string, { challenge, origin = 'http://localhost:8080', more }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more }))

function authenticatorDataOf(ceremony: Ceremony, attested?: Uint8Array): Buffer {
  const { rpId = 'localhost', userPresent = true, userVerified = true, backedUp = false, counter = 0 } = ceremony
  const flags =
    (userPresent ? 1 : 0) | (userVerified ? 4 : 0) | (backedUp ? 8 | 16 : 0) | (attested === undefined ? 0 : 64)
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.of(flags), counted, attested ?? Buffer.alloc(0)])
}

/** A passkey of a P-256 key whose signatures are real (WebAuthn Level 3 §6). */
export function createSoftwareAuthenticator(idBytes = 32): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(idBytes)
  const id = rawId.toString('base64url')
  const cose = coseKey(publicKey)
  const about = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  return {
    id,
    publicKey: cose,
    create: (ceremony) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(idBytes >> 8, idBytes & 255), rawId, cose])
      const authData = authenticatorDataOf(ceremony, attested)
      const clientData = clientDataOf(ceremony.type ?? 'webauthn.create', ceremony)
      const statement = new Map<string, Cbor>()
      if (ceremony.attestation !== undefined)
        statement.set('alg', -7).set('sig', sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey))
      if (ceremony.attestation === 'certificate') statement.set('x5c', [certificateOf(publicKey)])
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', ceremony.attestation === undefined ? 'none' : 'packed'],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      )
      return {
        ...about,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ceremony.transports ?? ['internal', 'hybrid'],
        },
      }
    },
    get: (ceremony) => {
      const clientData = clientDataOf(ceremony.type ?? 'webauthn.get', ceremony)
      const authenticatorData = authenticatorDataOf(ceremony)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        ...about,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: ceremony.userHandle,
        },
      }
    },
  }
}
