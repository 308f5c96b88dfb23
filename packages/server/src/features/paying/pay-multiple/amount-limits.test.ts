import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { cents } from '@coopline/rules/kernel/money'
import { maxPaymentAmount } from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { type AccountBuilder, anAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import { amountsOf, askAsMember, memberRequest, shownCardFee } from '../../../testing/member-payer.ts'
import { errorsOf, payingSettings } from '../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, allowOverPay: false, allowFutureDatedPayments: true },
})
const { portal } = running
const ada = useFresh(async () => adaSignedIn(portal))

/** One account for each accepted amount, because a payment counts for the ceiling of its account. */
const numbers = ['100100102', '100100103'] as const
const [number] = numbers
const account = anAccount().secondary()
const inCutoff = account.inCutoff(10_000, { reconnect: 2_500, deposit: 5_000, disconnect: 1_500 })
const prepaid = account.prepaid()
const canOverride = { payOnlineAllowCutoffPaymentOverride: true }

interface Limit {
  readonly account: AccountBuilder
  readonly settings?: Partial<Settings>
  readonly refused: readonly (readonly [amount: number, code: string])[]
  /** The amounts next to the refused ones, in cents. */
  readonly accepted: readonly number[]
  /** The lowest amount that reconnects the meter, in cents. */
  readonly reconnectsFrom?: number
}

const limits: readonly (readonly [title: string, limit: Limit])[] = [
  [
    'zero and the overpay amount [PA-05, PA-08]',
    {
      account,
      refused: [
        [0, 'amount-not-positive'],
        [50_001, 'overpay-not-allowed'],
      ],
      accepted: [1, 50_000],
    },
  ],
  [
    'the upper bound where overpaying is allowed [PA-06, PA-07, PA-10]',
    {
      account,
      settings: { allowOverPay: true, maxChargeAmount: maxPaymentAmount },
      refused: [[1_000_000_000_000, 'amount-too-large']],
      accepted: [50_001, 999_999_999_999],
    },
  ],
  [
    'the balance where underpaying is not allowed [PA-11]',
    { account, settings: { allowUnderPay: false }, refused: [[14_236, 'underpay-not-allowed']], accepted: [14_237] },
  ],
  [
    'the cutoff minimum, which is also the maximum [PA-09, PA-14]',
    {
      account: inCutoff,
      refused: [
        [18_999, 'below-cutoff-minimum'],
        [19_001, 'overpay-not-allowed'],
      ],
      accepted: [19_000],
      reconnectsFrom: 19_000,
    },
  ],
  [
    'the cutoff sum where the minimum can be overridden and underpaying is not allowed [PA-12, PA-17]',
    {
      account: inCutoff,
      settings: { ...canOverride, allowUnderPay: false },
      refused: [
        [17_499, 'underpay-not-allowed'],
        [17_501, 'overpay-not-allowed'],
      ],
      accepted: [17_500],
      reconnectsFrom: 17_500,
    },
  ],
  [
    'zero alone in cutoff where the minimum can be overridden [PA-13, PA-17]',
    { account: inCutoff, settings: canOverride, refused: [[0, 'amount-not-positive']], accepted: [1, 17_499] },
  ],
  [
    'the prepaid minimum [PA-18, PA-20]',
    {
      account: prepaid,
      settings: { prepaidMinimumPaymentAmount: cents(2_000), allowUnderPay: false },
      refused: [[1_999, 'below-prepaid-minimum']],
      accepted: [2_000, 50_001],
    },
  ],
  [
    'the prepaid reconnect amount, also below the prepaid minimum [PA-19]',
    {
      account: prepaid.withBalance({ prepaid_reconnect: cents(3_500) }),
      settings: { prepaidMinimumPaymentAmount: cents(4_000) },
      refused: [[3_499, 'below-prepaid-reconnect']],
      accepted: [3_500],
      reconnectsFrom: 3_500,
    },
  ],
]

interface Asked {
  readonly accountNumber: string
  readonly amount: number
  readonly reconnectMeter: 'Y' | 'N'
}
type Ask = (asked: Asked) => Promise<LightMyRequestResponse>

const params = { memberNumber: '10001' }
const hosted: Ask = async ({ accountNumber, amount, reconnectMeter }) =>
  askAsMember(portal, ada, [[accountNumber, amount]], { over: { reconnectMeter } })
const stored: Ask = async ({ accountNumber, amount, reconnectMeter }) => {
  const methodId = await running.storeCard('10001')
  const payment = memberRequest(await amountsOf(portal, ada), [[accountNumber, amount]], { reconnectMeter })
  const headers = { 'idempotency-key': `${accountNumber}-${amount}` }
  const body = { methodId, payment, convenienceFee: shownCardFee(portal, amount) }
  return portal.call(payMultiple.payStored, { ...ada, params, body, headers })
}
const scheduled: Ask = async ({ accountNumber, amount }) => {
  const methodId = await running.storeCard('10001')
  const accountDetails = [{ accountNumber, amount }]
  const body = { paymentDate: '2026-12-05', methodId, accountDetails, convenienceFee: shownCardFee(portal, amount) }
  return portal.call(scheduledPayments.create, { ...ada, params, body })
}

for (const [way, ask] of Object.entries({ hosted, stored, scheduled }))
  it.each(limits)(`checks a ${way} payment to the cent against %s`, async (_, limit) => {
    portal.set(limit.settings ?? {})
    for (const accountNumber of numbers)
      await seedAccount(portal.db, limit.account.with({ account_number: accountNumber }))
    const askFor = async (accountNumber: string, amount: number) => {
      const reconnectMeter = amount >= (limit.reconnectsFrom ?? Infinity) ? 'Y' : 'N'
      const answer = await ask({ accountNumber, amount, reconnectMeter })
      const errors = answer.statusCode === 200 ? [] : errorsOf(answer)
      return [amount, answer.statusCode, ...errors.map(({ code, field }) => `${field}: ${code}`)]
    }
    for (const [amount, code] of limit.refused)
      expect(await askFor(number, amount)).toEqual([amount, 400, `paymentAmount.${number}: ${code}`])
    for (const [index, amount] of limit.accepted.entries())
      expect(await askFor(numbers[index] ?? '', amount)).toEqual([amount, 200])
  })

it.each(Object.entries({ stored, scheduled }))(
  'charges a card with a %s payment of the card maximum, and refuses one cent more',
  async (_, ask) => {
    portal.set({ allowOverPay: true, maxChargeAmount: cents(100_000) })
    await seedAccount(portal.db, account.with({ account_number: number }))
    const refused = await ask({ accountNumber: number, amount: 100_001, reconnectMeter: 'N' })
    expect([refused.statusCode, errorsOf(refused)]).toMatchObject([
      400,
      [{ code: 'card-above-maximum', field: 'methodId' }],
    ])
    expect((await ask({ accountNumber: number, amount: 100_000, reconnectMeter: 'N' })).statusCode).toBe(200)
  },
)
