import { cents } from '@coopline/rules/kernel/money'
import { z } from 'zod'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { flag, text, longText, money, optionalMoney, object } = settingsOf('payment settings')

/** A convenience fee: a percentage or dollars as decimal text, times a count (PH-22, REQ-D-052: a count of 1). */
const convenienceFee = z.strictObject({
  kind: z.enum(['percent', 'flat']),
  value: z.string().regex(/^[0-9]{1,6}(?:\.[0-9]{1,4})?(?![\s\S])/u, 'Write a number such as 2.95'),
  count: z.int().min(0).max(100),
})

const noFee = { kind: 'flat', value: '0.00', count: 1 } as const

const fee = object(
  convenienceFee.refine(
    (entry) => (entry.kind === 'percent' ? Number(entry.value) <= 100 : /^[0-9]+(?:\.[0-9]{1,2})?$/u.test(entry.value)),
    'Write at most 100 per cent, or dollars with at most two decimals',
  ),
)

/** How the cooperative takes payments (DM-03, DM-05). Nothing is accepted until it says so. */
export const paymentSettings = {
  utilityAllowCreditCard: flag(false, 'Accepts cards.', 'DM-03, REQ-D-039'),
  utilityAllowEcheck: flag(false, 'Accepts electronic checks.', 'DM-03, PM-06'),
  allowVisa: flag(false, 'Accepts Visa (VI).', 'DM-03, PH-23'),
  allowMaster: flag(false, 'Accepts Mastercard (MC).', 'DM-03, PH-23'),
  allowAmex: flag(false, 'Accepts American Express (AX).', 'DM-03, PH-23'),
  allowDiscover: flag(false, 'Accepts Discover (DI).', 'DM-03, PH-23'),
  allowOverPay: flag(false, 'Allows more than the balance.', 'DM-03, PA-10'),
  allowUnderPay: flag(false, 'Allows less than the balance.', 'DM-03, PA-13'),
  prepaidMinimumPaymentAmount: money(
    cents(0),
    'Least payment for a prepaid account; 0 leaves it to ccPrepaidAmountMinimum.',
    'DM-03, PA-18, REQ-D-040',
  ),
  ccPrepaidAmountMinimum: money(
    cents(0),
    'Least payment for a prepaid account when prepaidMinimumPaymentAmount is 0.',
    'DM-05, REQ-D-040',
  ),
  maxChargeAmount: optionalMoney(
    null,
    'Most that may be charged to a card at once; none when empty.',
    'DM-03, REQ-D-044',
  ),
  echeckProcessAsDraft: flag(
    false,
    'Leaves electronic checks to drafts, so that they are not offered.',
    'DM-05, PM-04',
  ),
  enforceNoMoreEchecks: flag(false, 'Refuses electronic checks from accounts marked so.', 'DM-05, PM-07'),
  pgClientId: text('', 'The cooperative’s number at the payment provider.', 'DM-05, REQ-D-051'),
  applicationWebId: text('Web', 'Application id that is sent to the payment provider.', 'DM-05, REQ-D-051'),
  utilityName: text('', 'Name on the payment page; the cooperative’s name when empty.', 'DM-05, PH-04'),
  payOnlinePayCutoffAccount: flag(false, 'Allows online payment for accounts in cutoff.', 'CF-16, PM-09'),
  ...withSpanish({
    cutoffMessage: longText('', 'Message when an account in cutoff may not be paid online.', 'CF-15, PM-10'),
  }),
  payOnlineAllowCutoffPaymentOverride: flag(
    false,
    'Allows less than the minimum for an account in cutoff.',
    'CF-17, PA-14',
  ),
  defaultPaymentAmt: text(
    'ACCOUNT BALANCE',
    'ACCOUNT BALANCE offers the balance as the amount; anything else offers 0.',
    'CF-18, PA-25, REQ-D-046',
  ),
  ...withSpanish({
    onlineConvFeeText: longText('', 'Text about the convenience fee beside the total.', 'DM-05, REQ-D-044'),
  }),
  cardConvenienceFee: fee(noFee, 'Convenience fee of a card payment.', 'PH-20, REQ-D-052'),
  echeckConvenienceFee: fee(noFee, 'Convenience fee of an electronic check.', 'PH-19, REQ-D-052'),
}
