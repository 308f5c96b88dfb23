import type { Random } from '../../platform/random.ts'

// Without 0, 1, I, O: a transaction number is read out on the telephone.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A transaction number: T and 16 letters and digits, 80 random bits. */
export const newTransNo = (random: Random): string =>
  `T${[...random.bytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
