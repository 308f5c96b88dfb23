import { cents } from '@coopline/rules/kernel/money'
import { z } from 'zod'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { flag, text, longText, money, optionalMoney, object } = settingsOf('payment settings')

/** A convenience fee: a percentage or dollars as decimal text, times a count (decision C: a count of 1). */
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

/** How the cooperative takes payments (spec 000 §3 Payment settings). Nothing is accepted until it says so. */
export const paymentSettings = {
  utilityAllowCreditCard: flag(false, 'Accepts cards.', 'spec 000 §3'),
  utilityAllowEcheck: flag(false, 'Accepts electronic checks.', 'spec 000 §3, §4'),
  allowVisa: flag(false, 'Accepts Visa (VI).', 'spec 000 §3; 001 §3'),
  allowMaster: flag(false, 'Accepts Mastercard (MC).', 'spec 000 §3; 001 §3'),
  allowAmex: flag(false, 'Accepts American Express (AX).', 'spec 000 §3; 001 §3'),
  allowDiscover: flag(false, 'Accepts Discover (DI).', 'spec 000 §3; 001 §3'),
  allowOverPay: flag(false, 'Allows more than the balance.', 'spec 000 §3, §5'),
  allowUnderPay: flag(false, 'Allows less than the balance.', 'spec 000 §3, §5'),
  prepaidMinimumPaymentAmount: money(
    cents(0),
    'Least payment for a prepaid account; 0 leaves it to ccPrepaidAmountMinimum.',
    'spec 000 §3; decision B3',
  ),
  ccPrepaidAmountMinimum: money(
    cents(0),
    'Least payment for a prepaid account when prepaidMinimumPaymentAmount is 0.',
    'spec 000 §3; decision B3',
  ),
  maxChargeAmount: optionalMoney(
    null,
    'Most that may be charged to a card at once; none when empty.',
    'spec 000 §3; decision B7',
  ),
  echeckProcessAsDraft: flag(
    false,
    'Leaves electronic checks to drafts, so that they are not offered.',
    'spec 000 §3, §4',
  ),
  enforceNoMoreEchecks: flag(false, 'Refuses electronic checks from accounts marked so.', 'spec 000 §3, §4'),
  pgClientId: text('', 'The cooperative’s number at the payment provider.', 'spec 000 §3; decision C'),
  applicationWebId: text('Web', 'Application id that is sent to the payment provider.', 'spec 000 §3; decision C'),
  utilityName: text('', 'Name on the payment page; the cooperative’s name when empty.', 'spec 000 §3'),
  payOnlinePayCutoffAccount: flag(false, 'Allows online payment for accounts in cutoff.', 'spec 000 §3, §5'),
  ...withSpanish({
    cutoffMessage: longText('', 'Message when an account in cutoff may not be paid online.', 'spec 000 §3, §5, §8'),
  }),
  payOnlineAllowCutoffPaymentOverride: flag(
    false,
    'Allows less than the minimum for an account in cutoff.',
    'spec 000 §3, §5',
  ),
  defaultPaymentAmt: text(
    'ACCOUNT BALANCE',
    'ACCOUNT BALANCE offers the balance as the amount; anything else offers 0.',
    'spec 000 §3, §5; decision B9',
  ),
  ...withSpanish({
    onlineConvFeeText: longText('', 'Text about the convenience fee beside the total.', 'spec 000 §3; decision B7'),
  }),
  cardConvenienceFee: fee(noFee, 'Convenience fee of a card payment.', 'spec 000 §7; decision C'),
  echeckConvenienceFee: fee(noFee, 'Convenience fee of an electronic check.', 'spec 000 §7; decision C'),
}
