import { randomInt } from 'node:crypto'

// Without 0, O, 1, I: a confirmation number is read out on the phone.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export const newConfirmationNumber = (): string =>
  `SB${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
