import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

const token = 'stop-link-of-the-fixture-0000001'

/** AutoPay of Ada's account. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  portal.set({ ...payingSettings, Autopay: true })
  const methodId = await seedMethod(portal)
  const enrolled = { member_number: '10001', method_id: methodId, state: 'active', days_before: 0 } as const
  const enroll = async () =>
    portal.db
      .insertInto('portal.autopay')
      .values({ account_number: '100100101', ...enrolled, event_id: 0, changed_at: portal.clock.now() })
      .onConflict((conflict) => conflict.column('account_number').doUpdateSet(enrolled))
      .execute()
  await portal.db.deleteFrom('portal.autopay_charge').execute()
  await portal.db
    .insertInto('portal.autopay_charge')
    .values({
      account_number: '100100101',
      due_date: '2026-12-10' as never,
      member_number: '10001',
      method_id: methodId,
      charge_on: '2026-12-10' as never,
      amount: 14_237 as never,
      state: 'waiting',
      link_hash: sha256(token),
      announced_at: portal.clock.now(),
    })
    .execute()
  const body = { methodId, daysBefore: 0, maxAmount: null, isPaused: false }
  return [
    [autoPay.list, own],
    [
      autoPay.save,
      async () => {
        await portal.db.deleteFrom('portal.draft').execute()
        return { ...(await ofAccount()), body }
      },
    ],
    [
      autoPay.cancel,
      async () => {
        await enroll()
        return ofAccount()
      },
    ],
    [autoPay.checkStop, { ...visitor, body: { token } }],
    [autoPay.stop, { ...visitor, body: { token } }],
  ]
}

export const storeCalls: StoreCalls = {
  'auto-pay': {
    listAccountsToPlan: [{ today: given.day, lastDay: given.day }, '', 10],
    insertCharge: [
      {
        accountNumber: given.account,
        dueDate: given.day,
        memberNumber: given.member,
        methodId: 'm',
        chargeOn: given.day,
        amount: 1,
        state: 'waiting',
        outcome: '',
        linkHash: given.hash,
        feeTerms: { cardFee: feeOption('flat', '0'), echeckFee: feeOption('flat', '0') },
        now: given.now,
      },
    ],
    listWaitingCharges: [given.day, { chargeOn: given.day, accountNumber: '' }, 10],
    lockCharge: [{ accountNumber: given.account, memberNumber: given.member, dueDate: given.day }],
    lockChargeByLink: [given.hash],
    updateCharge: [
      { accountNumber: given.account, memberNumber: given.member, dueDate: given.day },
      { state: 'done', outcome: 'confirmed' },
    ],
    stopWaitingCharges: [given.account, 'paused'],
    sumLaterBills: [given.account, given.day],
  },
}
