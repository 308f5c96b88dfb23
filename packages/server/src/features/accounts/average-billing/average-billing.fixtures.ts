import { averageBilling } from '@coopline/contract/accounts/average-billing/average-billing.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

const accountNumber = '100100101'

/** Ada's account is on Average Billing, and she changes its settlement month. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  portal.set({ AverageBilling: true })
  await portal.db
    .insertInto('cis.levelized_account')
    .values({ account_number: accountNumber, settlement_month: 6, estimated_amount: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await portal.db
    .updateTable('cis.account')
    .set({ billing_type: 'Average' })
    .where('account_number', '=', accountNumber)
    .execute()
  const item = { action: 'Edit', billingType: 'Average', accountNumber, estimatedBill: null, settlementMonth: 7 }
  return [
    [averageBilling.list, own],
    [averageBilling.preview, async () => ({ ...(await ofAccount()), query: { settlementMonth: '6' } })],
    [averageBilling.update, async () => ({ ...(await ofAccount()), body: item })],
    [averageBilling.updateAll, async () => ({ ...(await own()), body: { items: [item] } })],
  ]
}

const recorded = { memberNumber: given.member, eventId: 1, now: given.now }

export const storeCalls: StoreCalls = {
  'average-billing': {
    upsertBillingChoice: [{ ...recorded, accountNumber: given.account, billingType: 'Average', settlementMonth: 6 }],
  },
}
