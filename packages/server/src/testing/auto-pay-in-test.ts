import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { announceCharges } from '../features/paying/auto-pay/announce-charges.job.ts'
import { settleOpenPaymentsNow } from '../features/paying/payments/provider-events/sweep-open-payments.job.ts'
import { payAsMember } from './member-payer.ts'
import type { PortalWithSandbox } from './sandbox-in-test.ts'
import { adaSignedIn, seedSession } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

const electric = '100100101'

/**
 * Opens AutoPay for Ada, whose electric account owes $142.37 until 2026-12-10. It is 2026-11-20. The cooperative must
 * offer AutoPay.
 */
export async function openAutoPay({ portal, storeCard }: Pick<PortalWithSandbox, 'portal' | 'storeCard'>) {
  const signedIn = await adaSignedIn(portal)
  await portal.db
    .updateTable('cis.balance')
    .set({ due_date: calendarDate('2026-12-10') })
    .execute()
  /** A session that began now: the clock of a test moves by weeks. */
  const session = async () => ({ ...signedIn, ...(await seedSession(portal, signedIn.loginId)) })
  /** Makes it noon of that day where the cooperative is. */
  const onDay = (day: string) => portal.clock.set(`${day}T18:00:00Z`)
  const save = async (body: {
    readonly methodId: string
    readonly daysBefore?: number
    readonly maxAmount?: number | null
    readonly isPaused?: boolean
  }) => {
    const { bearer, cookie } = await session()
    return portal.call(autoPay.save, {
      params: { memberNumber: '10001', accountNumber: electric },
      bearer,
      cookie,
      body: { daysBefore: 0, maxAmount: null, isPaused: false, ...body },
    })
  }
  return {
    onDay,
    save,
    session,
    announceOn: async (day: string) => {
      onDay(day)
      await announceCharges(portal.deps)
    },
    /**
     * Enrolls with a card of the provider, and moves the clock to the day of the announcement.
     *
     * @returns the id of the method.
     */
    announced: async (terms: { readonly daysBefore?: number; readonly maxAmount?: number } = {}) => {
      const methodId = await storeCard('10001')
      await save({ methodId, ...terms })
      onDay('2026-12-08')
      await announceCharges(portal.deps)
      return methodId
    },
    /** Opens the provider's page for a payment of the account, and leaves it. @returns the transaction number. */
    leavePageOpen: async (amount: number) => {
      const form = await payAsMember(portal, await session(), [[electric, amount]])
      return form.paymentRequisitionSettings.transNo
    },
    /** Lets 91 minutes pass and asks the provider about open payments, which expires those that were left. */
    expireOpen: async () => {
      portal.clock.advance(91 * 60)
      await settleOpenPaymentsNow(portal.deps)
    },
    ...rowsOf(portal),
  }
}

const rowsOf = ({ db }: TestPortal) => ({
  owe: async (amount: number) =>
    db
      .updateTable('cis.balance')
      .set({ balance: cents(amount) })
      .execute(),
  charges: async () =>
    db.selectFrom('portal.autopay_charge').select(['state', 'outcome', 'amount', 'charge_on']).execute(),
  /** Payments that AutoPay made. */
  payments: async () =>
    db
      .selectFrom('pay.payment')
      .select(['state', 'amount'])
      .where('origin', '=', 'autopay')
      .orderBy('requested_at')
      .execute(),
  items: async () =>
    db.selectFrom('pay.run_item').select(['kind', 'state', 'reason', 'amount']).orderBy('id').execute(),
  /** Mails about AutoPay, as `subject: first line`. */
  mails: async () =>
    (
      await db
        .selectFrom('outbox.message')
        .select(['subject', 'body_text'])
        .where('dedupe_key', 'like', 'autopay-%')
        .orderBy('id')
        .execute()
    ).map((mail) => `${mail.subject}: ${mail.body_text.split('\n')[0]}`),
})
