import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { convenienceFee } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents, formatDecimal } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { maxPaymentAmount } from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { defaultPaymentAmount } from '@coopline/rules/paying/payment-amount/default-payment-amount'
import { paymentAmountMessage } from '@coopline/rules/paying/payment-amount/payment-amount.messages'
import { notPayableTogetherMessage } from '@coopline/rules/paying/payment-method/payment-method.messages'
import { sharedMethods } from '@coopline/rules/paying/payment-method/payment-methods'
import { isScheduleProblem } from '@coopline/rules/paying/scheduled-payments/check-schedule'
import { scheduleMessage } from '@coopline/rules/paying/scheduled-payments/scheduled-payments.messages'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { CallFailed, NoAnswer } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import type { MemberChoice } from '../../../portal/paying/stored-member-payment.ts'
import { MethodChoice } from '../../../portal/paying/method-choice.tsx'
import { useBlockedReason } from '../../../portal/paying/payment-notes.tsx'
import { PaymentTotal, paymentTotalId } from '../../../portal/paying/payment-total.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { type StoredMethods } from '../../../portal/paying/stored-methods.ts'
import { AccountList } from './account-list.tsx'
import {
  amountOf,
  checkLater,
  checkPayAccounts,
  isChosen,
  isDue,
  type PayAccount,
  type PayValues,
  type PlacedProblem,
} from './check-pay-accounts.ts'
import styles from './pay-multiple.module.css'
import { useRecentPayment } from './recent-payment.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import type { Scheduling } from './use-schedule.ts'
import { useStoredOptions } from './use-stored-options.ts'

interface PayAccountsFormProps {
  /** At least one; the first is chosen to begin with if it has something to pay. */
  readonly accounts: readonly PayAccount[]
  readonly settings: PaymentSettingsAnswer
  /** The methods that the provider keeps; `null` when they are unknown. */
  readonly stored: StoredMethods | null
  readonly isTaxIncluded: boolean
  readonly start: MemberChoice | null
  readonly busy: boolean
  /** The reason that the last payment was not started; `null` without a failure. */
  readonly error: unknown
  readonly onPay: (choice: MemberChoice) => void
  readonly scheduling: Scheduling
  readonly onCancel: (() => void) | undefined
}

/** Accounts, an amount for each, the method, and one total with the fee. */
export function PayAccountsForm(props: PayAccountsFormProps) {
  const { accounts, settings, stored, isTaxIncluded, start, busy, error, onPay, onCancel, scheduling } = props
  const { data: later } = scheduling.options
  const text = useText('payMultiple')
  const { pay: payText } = useText('quickPay')
  const [method, setMethod] = useState(start?.method ?? 'cc')
  const recent = useRecentPayment(accounts.length === 1)
  const form = useRuleForm(
    (values: PayValues) => [
      ...checkPayAccounts(accounts, values),
      ...(later === undefined ? [] : checkLater(values, later.today, later.methods)),
    ],
    (placed: PlacedProblem, language) => sentenceFor(placed, language, payText.liabilityMissing),
    {
      start: startValues(accounts, start, stored),
      error,
      fields: [
        ...accounts.map(({ account }) => `paymentAmount.${account.accountNumber}`),
        'paymentType',
        'paymentDate',
        'methodId',
      ],
      onSubmit: (values) => {
        // The rules have refused a payment without an amount, which has no fee.
        if (fee === null) return
        const amounts = amountsIn(accounts, values)
        const paymentDate = parseCalendarDate(values.paymentDate)
        const paidWith = chosenId === null ? null : { methodId: chosenId, fee }
        if (paymentDate === null) recent.ask(chosen, () => onPay({ amounts, method: chosenMethod, stored: paidWith }))
        else scheduling.schedule({ amounts, paymentDate, methodId: values.methodId, convenienceFee: fee })
      },
    },
  )
  const chosen = accounts.filter((one) => isChosen(one, form.values))
  const shared = sharedMethods(chosen.map((one) => one.payable.methods))
  const several = chosen.length > 1
  const total = sumOf(chosen.map((one) => amountOf(one, form.values)))
  const offered = useStoredOptions(stored, { shared, cards: chosen[0]?.payable.cards ?? [], total, settings })
  // One choice for now and for a later day: the date keeps the chosen method.
  const { methodId: wantedId } = form.values
  const chosenStored = offered.find((one) => one.method.methodId === wantedId && one.problem === null)?.method ?? null
  const chosenId = chosenStored?.methodId ?? null
  const isLater = form.values.paymentDate !== ''
  const laterType = stored?.results.find((one) => one.methodId === wantedId)?.paymentType
  const chosenMethod = (isLater ? laterType : chosenStored?.paymentType) ?? shared.forced ?? method
  const laterFee = later?.methods.find(({ methodId }) => methodId === wantedId)?.convenienceFee
  const feeOption = (isLater ? laterFee : undefined) ?? settings.convenienceFees[chosenMethod]
  const fee = total === null || total <= 0 ? null : convenienceFee(feeOption, total)
  const chooseStored = (methodId: string) => form.change({ methodId }, 'methodId')
  const [first] = chosen
  const reasonOfOne = useBlockedReason(accounts.length === 1 ? (accounts[0]?.payable.blocked ?? []) : [])
  const isBlocked = accounts.every(({ payable }) => payable.blocked.length > 0)
  const summary = form.summary.map((problem) => ({ ...problem, text: atAccount(problem, accounts, text.atAccount) }))

  return (
    <Stack>
      {form.failure !== null && <PayFailure error={form.failure} />}
      <PortalForm
        form={{ ...form, summary }}
        busy={busy}
        error={null}
        submit={
          isLater
            ? { ...text.schedule.submit, describedBy: paymentTotalId }
            : {
                label: payText.submit,
                busyLabel: payText.busy,
                describedBy: paymentTotalId,
                disabledReason: isBlocked ? (reasonOfOne ?? text.noneOnline) : undefined,
              }
        }
        {...(onCancel !== undefined && {
          beside: {
            row: true,
            after: (
              <Button variant="secondary" onClick={onCancel}>
                {text.cancel}
              </Button>
            ),
          },
        })}
      >
        <AccountList accounts={accounts} settings={settings} form={form} />
        {!isBlocked && (
          <Card title={text.payment}>
            <Stack>
              <ScheduleFields options={scheduling.options} canStore={stored?.kinds.length !== 0} form={form} />
              {!isLater && shared.restriction !== 'both' && first !== undefined && (
                <MethodChoice
                  methods={shared}
                  cards={first.payable.cards}
                  several={several}
                  settings={settings}
                  value={chosenMethod}
                  onChange={(next) => {
                    setMethod(next)
                    chooseStored('')
                  }}
                  stored={{ options: offered.map(({ option }) => option), value: chosenId, onChange: chooseStored }}
                />
              )}
              <PaymentTotal
                amount={total}
                note={noteOf(accounts.length > 1 && text.count(chosen.length), isTaxIncluded && text.taxIncluded)}
                feeOption={feeOption}
                settings={settings}
              />
              <p className={styles.next}>
                {isLater ? text.schedule.next : chosenStored === null ? payText.next : text.nextStored}
              </p>
              {isLater && (
                <div>
                  <Button variant="quiet" onClick={scheduling.cancel}>
                    {text.cancel}
                  </Button>
                </div>
              )}
            </Stack>
          </Card>
        )}
      </PortalForm>
      {recent.dialog}
    </Stack>
  )
}

/** The failed call in the documented words, and what the member can do. */
function PayFailure({ error }: { readonly error: unknown }) {
  const { failure: text } = useText('quickPay')
  const isStale = error instanceof CallFailed && error.errors.some(({ code }) => code === 'stale-figures')
  return (
    <FailureAlert error={error} focusOnMount>
      {error instanceof NoAnswer && <p>{text.payNoAnswer}</p>}
      {isStale && <p>{text.figuresChanged}</p>}
    </FailureAlert>
  )
}

/** The sentences that hold. */
function noteOf(...sentences: readonly (string | false)[]): string | undefined {
  const said = sentences.filter((sentence) => sentence !== false)
  return said.length === 0 ? undefined : said.join(' ')
}

/** Begins with the first account unless it has nothing to pay: an amount of $0.00 would be refused. Alone, it is always chosen. */
function startValues(
  accounts: readonly PayAccount[],
  start: MemberChoice | null,
  stored: StoredMethods | null,
): PayValues {
  const values: Record<string, boolean | string> = {}
  const [first, ...others] = accounts
  const chosen = start === null && first !== undefined && (isDue(first) || others.length === 0) ? first : null
  for (const one of accounts) {
    const { account, payable } = one
    const { accountNumber, amountDue } = account
    const before = start?.amounts[accountNumber]
    values[`pay.${accountNumber}`] = payable.blocked.length === 0 && (before !== undefined || one === chosen)
    values[`paymentAmount.${accountNumber}`] = formatDecimal(
      before ?? defaultPaymentAmount(payable.account, payable.amounts, amountDue),
    )
    values[`liability.${accountNumber}`] = false
  }
  values['paymentDate'] = ''
  values['methodId'] =
    (start === null ? stored?.results.find((one) => one.isDefault)?.methodId : start.stored?.methodId) ?? ''
  return values as PayValues
}

function amountsIn(accounts: readonly PayAccount[], values: PayValues): MemberChoice['amounts'] {
  const amounts: Record<string, Cents> = {}
  for (const one of accounts) {
    const amount = isChosen(one, values) ? amountOf(one, values) : null
    if (amount !== null) amounts[one.account.accountNumber] = amount
  }
  return amounts
}

/** The sum; `null` as long as one of the amounts is none. */
function sumOf(amounts: readonly (Cents | null)[]): Cents | null {
  const sum = amounts.reduce<number | null>((total, one) => (one === null || total === null ? null : total + one), 0)
  return sum === null || sum > maxPaymentAmount ? null : cents(sum)
}

function sentenceFor({ problem }: PlacedProblem, language: Language, liabilityMissing: string): string {
  if (problem.code === 'liability-missing') return liabilityMissing
  if (isScheduleProblem(problem)) return scheduleMessage(problem, language)
  if (problem.code === 'no-shared-method') return notPayableTogetherMessage(problem, language)
  return paymentAmountMessage(problem, language)
}

/** A problem in the list above the form, with its account where there are several. */
function atAccount(
  { field, text }: { readonly field: string; readonly text: string },
  accounts: readonly PayAccount[],
  name: (accountNumber: string, text: string) => string,
): string {
  const accountNumber = field.split('.')[1]
  return accounts.length === 1 || accountNumber === undefined ? text : name(accountNumber, text)
}
