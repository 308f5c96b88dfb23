import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { WebAuthnCredential } from '@coopline/contract/passkeys/passkeys.contract'

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>

const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.of((major << 5) | value)
    : value < 256
      ? Buffer.of((major << 5) | 24, value)
      : Buffer.of((major << 5) | 25, value >> 8, value & 255)

/** CBOR (RFC 8949) of what an authenticator says. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
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

/** What an honest browser and authenticator would say, save what the test says otherwise. */
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
  /** Attestation format and statement. */
  readonly attestation?: readonly [string, ReadonlyMap<string, Cbor>]
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
      const [format, statement] = ceremony.attestation ?? ['none', new Map()]
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', authenticatorDataOf(ceremony, attested)],
        ]),
      )
      return {
        ...about,
        response: {
          clientDataJSON: clientDataOf(ceremony.type ?? 'webauthn.create', ceremony).toString('base64url'),
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
