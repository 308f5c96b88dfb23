import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { accountTypeWords, prepaidLabelWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatDecimal, formatUsd } from '@coopline/rules/kernel/money'
import { formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import { defaultPaymentAmount } from '@coopline/rules/paying/payment-amount/default-payment-amount'
import { paymentsUnderWayNotice } from '@coopline/rules/paying/payment-amount/payments-under-way.messages'
import { notPayableMessage } from '@coopline/rules/paying/payment-method/payment-method.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { MoneyField } from '@coopline/ui/money-field'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { PayLaterLink } from '../../../portal/paying/pay-later-link.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import { amountOf, isChosen, type PayAccount, type PayValues } from './check-pay-accounts.ts'
import styles from './pay-multiple.module.css'
import { useNow } from '../../../portal/text/use-now.ts'

interface AccountRowProps {
  readonly one: PayAccount
  readonly settings: PaymentSettingsAnswer
  readonly form: RuleForm<PayValues>
  /** There is no other account, so that there is nothing to choose. */
  readonly isAlone: boolean
}

/** An account to pay: what is owed on it and, once it is chosen, the amount. One that cannot be paid says why. */
export function AccountRow({ one, settings, form, isAlone }: AccountRowProps) {
  const text = useText('payMultiple')
  const { pay: payText } = useText('quickPay')
  const { language } = useLanguage()
  const { account, payable } = one
  const { accountNumber } = account
  const { cutoffMessage } = language === 'es' ? settings.spanishTexts : settings
  const reasons = payable.blocked.map((problem) => notPayableMessage(problem, cutoffMessage, language))
  const isBlocked = reasons.length > 0
  const name = text.name(accountTypeWords(account.accountType, language), accountNumber)

  return (
    <li className={styles.account}>
      <div className={styles.who}>
        {isAlone ? (
          <strong>{name}</strong>
        ) : (
          <CheckboxField {...form.flag(`pay.${accountNumber}`)} label={<strong>{name}</strong>} disabled={isBlocked} />
        )}
        <div className={isAlone ? undefined : styles.below}>
          <p className={styles.muted}>{account.serviceAddress}</p>
          <Owed one={one} />
          {isBlocked && <p className={styles.reason}>{reasons.join(' ')}</p>}
          <PayLaterLink
            account={{
              ...account,
              accountStatus: 'Active',
              isPrepaid: payable.account.isPrepaid,
              hasArrangement: account.arrangementAmount > 0,
            }}
            label={text.payLater}
          />
        </div>
      </div>
      {isChosen(one, form.values) && (
        <div>
          <MoneyField
            {...form.text(`paymentAmount.${accountNumber}`)}
            label={
              <>
                {payText.amount}
                {!isAlone && <VisuallyHidden> {text.forAccount(accountNumber)}</VisuallyHidden>}
              </>
            }
            onFormat={formatAmountOnBlur}
            onFocus={(event) => event.currentTarget.select()}
          />
          <ArrangedAmount one={one} form={form} />
        </div>
      )}
      {isChosen(one, form.values) && (
        <div className={styles.notes}>
          <OtherPayments one={one} />
          {payable.needsLiability && (
            <CheckboxField
              {...form.flag(`liability.${accountNumber}`)}
              label={payText.liability(formatUsd(account.liabilityConfirmationAmount))}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** Beside an arrangement: why less than the balance is filled in, and a button that fills in the other amount. */
function ArrangedAmount({ one, form }: Pick<AccountRowProps, 'one' | 'form'>) {
  const text = useText('payMultiple')
  const { accountNumber, accountBalance, amountDue } = one.account
  const { account, amounts } = one.payable
  const due = defaultPaymentAmount(account, amounts, amountDue)
  // An account in cutoff, or one that has to be paid as a whole, keeps its own amount.
  if (due !== amountDue) return null
  const isDueTyped = amountOf(one, form.values) === due
  const other = isDueTyped ? accountBalance : due
  const fillIn = () => {
    const change: Record<`paymentAmount.${string}`, string> = {}
    change[`paymentAmount.${accountNumber}`] = formatDecimal(other)
    form.change(change)
  }
  return (
    <div className={styles.arranged}>
      <p className={styles.muted}>{text.arranged(formatUsd(due))}</p>
      <Button variant="quiet" onClick={fillIn}>
        {isDueTyped ? text.payWhole(formatUsd(other)) : text.payDue(formatUsd(other))}
        <VisuallyHidden> {text.forAccount(accountNumber)}</VisuallyHidden>
      </Button>
    </div>
  )
}

/** Balance, due date and what is past due; of a cutoff, each of its fees above zero. */
function Owed({ one: { account, payable } }: { readonly one: PayAccount }) {
  const text = useText('payMultiple')
  const { pay: payText } = useText('quickPay')
  const { language } = useLanguage()
  const fees = [
    [payText.pastDue, account.pastDueAmount],
    ...(payable.inCutoff
      ? ([
          [payText.cutoff, account.cutoffAmount],
          [payText.reconnectFee, account.reconnectFee],
          [payText.additionalDeposit, account.additionalDeposit],
          [payText.disconnectFee, account.disconnectFee],
        ] as const)
      : []),
    [payText.prepaidReconnect, account.prepaidReconnectAmount],
    [text.arrangement, account.arrangementAmount],
  ] as const
  const label = prepaidLabelWords(account.prepaidLabel.trim(), language) || payText.balance
  return (
    <p className={styles.owed}>
      <span>
        {label} <strong>{formatUsd(account.accountBalance)}</strong>
      </span>
      {account.dueDate !== null && account.accountBalance > 0 && !payable.account.isPrepaid && (
        <span>
          {payText.dueDate} {formatUsDate(account.dueDate)}
        </span>
      )}
      {fees
        .filter(([, amount]) => amount > 0)
        .map(([fee, amount]) => (
          <span key={fee}>
            {fee} {formatUsd(amount)}
          </span>
        ))}
    </p>
  )
}

/** That other payments of the account are in progress and leave less to pay. */
function OtherPayments({ one: { account } }: { readonly one: PayAccount }) {
  const { language } = useLanguage()
  const now = useNow()
  if (account.paymentsUnderWay === null) return null
  const { until, timeZone, ...underWay } = account.paymentsUnderWay
  const { title, text } = paymentsUnderWayNotice({ ...underWay, until: new Date(until) }, timeZone, now, language)
  return (
    <Alert tone="warning" title={title}>
      {text}
    </Alert>
  )
}
