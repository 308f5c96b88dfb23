import { NotOwned } from '../errors.ts'

/**
 * What a store found of an account when asked with the member's own number: the caller's account, or nothing.
 *
 * @throws NotOwned when there is nothing.
 */
export function requireOwnAccount<T>(found: T | undefined, accountNumber: string): T {
  if (found === undefined) throw new NotOwned('Not an account of the caller', { accountNumber })
  return found
}
