import { z } from 'zod'
import type { Keys } from '../../../platform/keys.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from '../../../platform/secrets/encrypt-at-rest.ts'

const bankNumbers = z.strictObject({ routingNumber: z.string(), bankAccountNumber: z.string() })

/** The bank account that a draft debits. Never logged, audited or put into an event (decision 0054). */
export type BankNumbers = z.output<typeof bankNumbers>

/** Encrypts the numbers for the draft of one account. They cannot be decrypted for another account. */
export const sealBankNumbers = (deps: SealingDeps, numbers: BankNumbers, accountNumber: string): Uint8Array =>
  encryptAtRest(deps, 'bank-numbers', Buffer.from(JSON.stringify(numbers)), accountNumber)

/** Decrypts bank numbers. @throws KeyMissing when the key is missing; Error when the value was changed or belongs to another account. */
export const openBankNumbers = (keys: Keys, sealed: Uint8Array, accountNumber: string): BankNumbers =>
  bankNumbers.parse(JSON.parse(Buffer.from(decryptAtRest(keys, 'bank-numbers', sealed, accountNumber)).toString()))

/**
 * Returns the last characters of a bank account number that may be stored in clear, without the blanks and hyphens that some banks write:
 * four, or two of a number with fewer than eight.
 */
export function endingOf(bankAccountNumber: string): string {
  const plain = bankAccountNumber.replaceAll(/[^0-9A-Za-z]/gu, '')
  return plain.slice(plain.length < 8 ? -2 : -4)
}
