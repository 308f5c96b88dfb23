import { NotOwned } from '../../platform/errors.ts'
import { findPayableAccounts, isPayable } from './payable-accounts.store.ts'
import type { ChargeReason } from './payment.ts'
import type { AccountOfPayer, Payer } from './start-payment.ts'

/**
 * A member who pays accounts of their own, or for whom they are paid.
 *
 * Its `loadAccounts` throws NotOwned when one of the accounts is not the member's, or closed with nothing owed: the answer
 * does not tell which.
 */
export const memberPayer = (memberNumber: string, origin: 'member' | ChargeReason = 'member'): Payer =>
  payerOf(memberNumber, origin, `${origin}:${memberNumber}`)

/** The holder of a link that pays one account of a member; `scope` names the link. Throws as `memberPayer`. */
export const linkPayer = (memberNumber: string, scope: string): Payer => payerOf(memberNumber, 'link', scope)

const payerOf = (memberNumber: string, origin: Payer['origin'], scope: string): Payer => ({
  origin,
  memberNumber,
  scope,
  loadAccounts: async (tx, accountNumbers) => {
    const own = await findPayableAccounts(tx, memberNumber, accountNumbers)
    return accountNumbers.map((accountNumber): AccountOfPayer => {
      const found = own.get(accountNumber)
      if (found === undefined || !isPayable(found))
        throw new NotOwned('Not an account that the member may pay', { accountNumber })
      return found
    })
  },
  fieldOf: (accountNumber) => `paymentAmount.${accountNumber}`,
})
