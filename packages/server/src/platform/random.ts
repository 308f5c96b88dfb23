import { randomBytes } from 'node:crypto'

/** The one source of randomness, cryptographically strong; tests may replace it. */
export interface Random {
  readonly bytes: (length: number) => Uint8Array
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }

/** `length` random bytes as base64url text without padding. */
export const randomText = (random: Random, length: number): string =>
  Buffer.from(random.bytes(length)).toString('base64url')
