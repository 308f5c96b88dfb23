import { NotOwned } from '../../../../platform/errors.ts'
import type { Account } from '../../../accounts/accounts/public.ts'
import { findPayableAccounts, isPayable } from './payable-accounts.store.ts'
import type { ChargeReason, Guest } from '../payment.ts'
import type { AccountOfPayer, Payer } from './build-payment.ts'

/**
 * Creates the payer for a member, present or absent, who pays their own accounts.
 *
 * Its `loadAccounts` throws NotOwned when one of the accounts is not the member's, or closed with nothing owed: the answer
 * does not tell which.
 */
export const memberPayer = (memberNumber: string, origin: 'member' | ChargeReason = 'member'): Payer =>
  payerOf(memberNumber, origin, `${origin}:${memberNumber}`)

/**
 * Creates the payer for a member who agreed to the amounts earlier and is absent now.
 *
 * Its `loadAccounts` skips accounts that can no longer be paid, and throws NotOwned when none can be.
 */
export const duePayer = (memberNumber: string, origin: ChargeReason): Payer => ({
  ...memberPayer(memberNumber, origin),
  loadAccounts: async (tx, accountNumbers) => {
    const own = await findPayableAccounts(tx, memberNumber, accountNumbers)
    const payable = [...own.values()].filter(isPayable)
    if (payable.length === 0) throw notPayable(accountNumbers[0] ?? '')
    return payable
  },
})

const notPayable = (accountNumber: string): NotOwned =>
  new NotOwned('Not an account that the member may pay', { accountNumber })

/** Creates the payer for the holder of a link that pays one account of a member. `scope` identifies the link. Throws as `memberPayer`. */
export const linkPayer = (memberNumber: string, scope: string): Payer => payerOf(memberNumber, 'link', scope)

/**
 * Creates the payer for a guest, who pays an account that a member shares. Throws as `memberPayer`.
 *
 * @param confirm checks, in the transaction that records the payment, that the guest may still pay.
 */
export const guestPayer = (memberNumber: string, guest: Guest, confirm: NonNullable<Payer['confirm']>): Payer => {
  const payer = payerOf(memberNumber, 'guest', `guest:${guest.loginId}`)
  return {
    ...payer,
    confirm,
    guest,
    loadAccounts: async (tx, accountNumbers) =>
      (await payer.loadAccounts(tx, accountNumbers)).map(({ account }) => ({ account: accountForGuest(account) })),
    fieldOf: () => 'amount',
  }
}

/**
 * Returns the account with the restrictions for guests. A guest cannot pay by check when the member may write no more checks, even if the
 * cooperative does not enforce that for members. A guest learns only that checks are not accepted, not why.
 */
export const accountForGuest = (account: Account): Account => ({
  ...account,
  echeckEligible: account.echeckEligible && !account.noMoreChecks,
  noMoreChecks: false,
})

const payerOf = (memberNumber: string, origin: Payer['origin'], scope: string): Payer => ({
  origin,
  memberNumber,
  scope,
  loadAccounts: async (tx, accountNumbers) => {
    const own = await findPayableAccounts(tx, memberNumber, accountNumbers)
    return accountNumbers.map((accountNumber): AccountOfPayer => {
      const found = own.get(accountNumber)
      if (found === undefined || !isPayable(found)) throw notPayable(accountNumber)
      return found
    })
  },
  fieldOf: (accountNumber) => `paymentAmount.${accountNumber}`,
})
