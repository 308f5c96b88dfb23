import { NotOwned } from '../errors.ts'

/**
 * Requires that a store, asked with the member's own number, found the account.
 *
 * @param found the store's answer; `undefined` when the account is not the caller's.
 * @throws NotOwned when nothing was found.
 */
export function requireOwnAccount<T>(found: T | undefined, accountNumber: string): T {
  if (found === undefined) throw new NotOwned('Not an account of the caller', { accountNumber })
  return found
}
