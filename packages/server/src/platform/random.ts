import { randomBytes } from 'node:crypto'

/** The one source of randomness, cryptographically strong; tests may replace it. */
export interface Random {
  readonly bytes: (length: number) => Uint8Array
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }

/** The id in a link that works without a sign-in: 192 random bits, 32 characters. */
export const randomLinkId = (random: Random): string => randomText(random, 24)

export const isLinkId = (text: string): boolean => /^[A-Za-z0-9_-]{32}(?![\s\S])/u.test(text)

/** `length` random bytes as base64url text without padding. */
export const randomText = (random: Random, length: number): string =>
  Buffer.from(random.bytes(length)).toString('base64url')
