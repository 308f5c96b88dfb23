import { cents } from '@coopline/rules/kernel/money'
import { z } from 'zod'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { flag, text, longText, money, optionalMoney, object } = settingsOf('payment settings')
const server = settingsOf('payment settings', 'server')

/** A convenience fee: a percentage or dollars as decimal text, times a count (PH-22, REQ-D-052: a count of 1). */
const convenienceFee = z.strictObject({
  kind: z.enum(['percent', 'flat']),
  value: z.string().regex(/^[0-9]{1,6}(?:\.[0-9]{1,4})?(?![\s\S])/u, 'Enter a number such as 2.95'),
  count: z.int().min(0).max(100),
})

const arrange = 'addition: decision 0060'

const noFee = { kind: 'flat', value: '0.00', count: 1 } as const

const fee = object(
  convenienceFee.refine(
    (entry) => (entry.kind === 'percent' ? Number(entry.value) <= 100 : /^[0-9]+(?:\.[0-9]{1,2})?$/u.test(entry.value)),
    'Enter up to 100 percent, or dollars with up to two decimals',
  ),
)

/** How the cooperative takes payments (DM-03, DM-05). Nothing is accepted until it says so. */
export const paymentSettings = {
  utilityAllowCreditCard: flag(false, 'Accepts cards.', 'DM-03, REQ-D-039'),
  utilityAllowEcheck: flag(false, 'Accepts eChecks.', 'DM-03, PM-06'),
  allowVisa: flag(false, 'Accepts Visa (VI).', 'DM-03, PH-23'),
  allowMaster: flag(false, 'Accepts Mastercard (MC).', 'DM-03, PH-23'),
  allowAmex: flag(false, 'Accepts American Express (AX).', 'DM-03, PH-23'),
  allowDiscover: flag(false, 'Accepts Discover (DI).', 'DM-03, PH-23'),
  recentPaymentDays: server.number(0, 60)(
    3,
    'A payment of these last days makes the portal ask before another payment of the account; 0 never asks.',
    'QP-27, REQ-D-310',
  ),
  allowOverPay: flag(false, 'Allows payments above the balance.', 'DM-03, PA-10'),
  allowUnderPay: flag(false, 'Allows payments below the balance.', 'DM-03, PA-13'),
  prepaidMinimumPaymentAmount: money(
    cents(0),
    'Minimum payment for a prepaid account; when 0, ccPrepaidAmountMinimum applies.',
    'DM-03, PA-18, REQ-D-040',
  ),
  ccPrepaidAmountMinimum: money(
    cents(0),
    'Minimum payment for a prepaid account when prepaidMinimumPaymentAmount is 0.',
    'DM-05, REQ-D-040',
  ),
  prepaidWarningDays: server.number(0, 60)(
    5,
    'Members of prepaid accounts who chose nothing else are warned while their balance lasts this many days or fewer; 0 never warns.',
    'REQ-D-331',
  ),
  prepaidWarningAmount: server.money(
    cents(2_000),
    'Members of prepaid accounts who chose nothing else are warned at this balance or less; 0 never warns.',
    'REQ-D-331',
  ),
  maxChargeAmount: optionalMoney(null, 'Maximum card payment; no limit when empty.', 'DM-03, REQ-D-044'),
  echeckProcessAsDraft: flag(
    false,
    'Leaves eChecks to draft payments and does not offer them for one-time payments.',
    'DM-05, PM-04',
  ),
  enforceNoMoreEchecks: flag(false, 'Refuses eChecks from accounts marked as no more checks.', 'DM-05, PM-07'),
  pgClientId: text('', 'Cooperative’s client id at the payment provider.', 'DM-05, REQ-D-051'),
  applicationWebId: text('Web', 'Application id sent to the payment provider.', 'DM-05, REQ-D-051'),
  paymentTaxIncluded: flag(
    false,
    'Tells the payment provider that the amounts members pay include tax.',
    'AP-20, PH-14, REQ-D-051',
  ),
  utilityName: text('', 'Name on the payment page; the cooperative’s name when empty.', 'DM-05, PH-04'),
  payOnlinePayCutoffAccount: flag(false, 'Allows online payment for accounts in cutoff.', 'CF-16, PM-09'),
  ...withSpanish({
    cutoffMessage: longText('', 'Message shown when an account in cutoff cannot be paid online.', 'CF-15, PM-10'),
  }),
  payOnlineAllowCutoffPaymentOverride: flag(
    false,
    'Allows payments below the minimum for an account in cutoff.',
    'CF-17, PA-14',
  ),
  defaultPaymentAmt: text(
    'ACCOUNT BALANCE',
    'ACCOUNT BALANCE fills in the balance as the amount; any other value fills in 0.',
    'CF-18, PA-25, REQ-D-046',
  ),
  ...withSpanish({
    onlineConvFeeText: longText('', 'Convenience fee text shown beside the total.', 'DM-05, REQ-D-044'),
  }),
  returnedPaymentFee: server.money(
    cents(0),
    'Fee for a bank payment that the member’s bank returns; 0 charges none.',
    'addition: decision 0092',
  ),
  alarmEmail: server.text(
    '',
    'Address of the staff that the portal mails alarms about payments to; none are mailed when empty.',
    'addition: decision 0059',
  ),
  capitalCreditLettersPerHour: server.number(1, 100_000)(
    20,
    'Letter return attempts per client per hour. The limit is five times as high per network, and the same per member per day.',
    'addition: decision 0079',
  ),
  capitalCreditSearchesPerHour: server.number(1, 100_000)(
    60,
    'Unclaimed credit searches per client per hour. The limit is five times as high per network.',
    'addition: decision 0079',
  ),
  capitalCreditClaimsPerHour: server.number(1, 100_000)(
    10,
    'Unclaimed credit claims per client per hour. The limit is five times as high per network.',
    'addition: decision 0079',
  ),
  capitalCreditClaimEmail: server.text(
    '',
    'Email address of the office that receives unclaimed credit claims. The portal refuses claims while it is empty.',
    'addition: decision 0078',
  ),
  arrangementExtensionDays: server.number(0, 90)(
    14,
    'Days by which a member may pay everything later at once; 0 offers no extension.',
    arrange,
  ),
  arrangementMaxInstallments: server.number(0, 12)(
    3,
    'Maximum number of installments after the down payment; fewer than 2 offer none, and so does allowUnderPay off.',
    arrange,
  ),
  arrangementInstallmentDays: server.number(2, 365)(90, 'Days until the last installment is due.', arrange),
  arrangementDownPaymentPercent: server.number(0, 90)(
    25,
    'Percent of the debt that is due on the day of an arrangement in installments.',
    arrange,
  ),
  arrangementMonthsBetween: server.number(0, 60)(
    12,
    'Months from one online arrangement of an account to the next.',
    arrange,
  ),
  cardConvenienceFee: fee(noFee, 'Convenience fee for a card payment.', 'PH-20, REQ-D-052'),
  echeckConvenienceFee: fee(noFee, 'Convenience fee for an eCheck.', 'PH-19, REQ-D-052'),
}
