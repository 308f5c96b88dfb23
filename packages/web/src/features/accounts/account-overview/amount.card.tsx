import { paths } from '@coopline/contract/paths'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { type Fact, Facts } from '@coopline/ui/facts'
import { Skeleton } from '@coopline/ui/skeleton'
import { PayLaterLink } from '../../../portal/paying/pay-later-link.tsx'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './account-overview.module.css'
import { type AmountDue, amountDue } from './amount-due.ts'
import type { AccountInfo } from './use-overview.ts'

interface AmountCardProps {
  readonly info: AccountInfo
  /** Shows the newest bill; absent when there is none, `'awaited'` while that is not known. */
  readonly onViewBill: (() => void) | 'awaited' | undefined
}

/** Shows the amount owed with the next action, then its due date and how it is paid. */
export function AmountCard({ info, onViewBill }: AmountCardProps) {
  const { amount: text } = useText('accountOverview')
  const { language } = useLanguage()
  const site = useSite()
  const due = amountDue(info, text, language)
  const facts = [
    ...(due.kind === 'prepaid' ? [] : dueFacts(info, text)),
    ...(info.netAccountBalance !== null && hasFeature(site, 'LinkedAccountsEnabled')
      ? [{ label: text.net, value: formatUsd(info.netAccountBalance) }]
      : []),
    ...useEnrollmentFacts(info),
  ]
  return (
    <Card>
      <div className={styles.due}>
        <div>
          <h2 className={styles.dueLabel}>{due.label}</h2>
          <p className={styles.dueAmount} data-alarming={due.amount < 0 && due.kind === 'prepaid'}>
            {formatUsd(due.amount)}
          </p>
          {due.note !== null && <p className={due.isUrgent ? styles.alarming : styles.muted}>{due.note}</p>}
        </div>
        <NextAction due={due} accountNumber={info.accountNumber} onViewBill={onViewBill} />
      </div>
      {facts.length > 0 && <Facts facts={facts} />}
      <PayLaterLink
        account={{ ...info, isPrepaid: info.isPrepaidAccount }}
        className={styles.wayOn}
        label={text.payLater}
      />
    </Card>
  )
}

interface NextActionProps extends Pick<AmountCardProps, 'onViewBill'> {
  readonly due: AmountDue
  readonly accountNumber: string
}

/** Pay when something is to be paid; else the bill. */
function NextAction({ due, accountNumber, onViewBill }: NextActionProps) {
  const { amount: text } = useText('accountOverview')
  const isReachable = useReachable()
  const pays = due.wantsPayment && isReachable(paths.payMultiple())
  return (
    <div className={styles.next}>
      {pays && <ButtonLink href={paths.payMultiple({ accountno: accountNumber })}>{text.pay}</ButtonLink>}
      {onViewBill === 'awaited' && <Skeleton height="var(--target)" width="12rem" exact />}
      {typeof onViewBill === 'function' && (
        <Button variant={pays ? 'secondary' : 'primary'} onClick={onViewBill}>
          {text.viewBill}
        </Button>
      )}
    </div>
  )
}

function dueFacts(info: AccountInfo, text: TextsOf<'accountOverview'>['amount']): readonly Fact[] {
  const isPastDue = info.pastDueAmount > 0
  const pastDue = <span className={isPastDue ? styles.alarming : undefined}>{formatUsd(info.pastDueAmount)}</span>
  return [
    { label: text.pastDue, value: pastDue },
    ...(info.dueDate === null ? [] : [{ label: text.dueDate, value: formatUsDate(info.dueDate) }]),
    ...(info.cutOffDate === null ? [] : [{ label: text.cutoffDate, value: formatUsDate(info.cutOffDate) }]),
  ]
}

/** Lists an account's automatic payment (AutoPay or draft) and its budget or average difference (AO-14, AO-15). */
function useEnrollmentFacts(info: AccountInfo): readonly Fact[] {
  return [...useAutomaticPayment(info), ...useDifference(info)]
}

function useAutomaticPayment(info: AccountInfo): readonly Fact[] {
  const { enrollment: text } = useText('accountOverview')
  const { links } = useText('shell')
  const site = useSite()
  const { whecEnabled, allowBankDraft, allowCreditDraft } = site.configuration
  const facts: readonly Fact[] = [
    ...(info.autoPayExists ? [{ label: text.autoPay, value: text.enrolled, note: text.autoPayNote }] : []),
    ...(info.draftDate === null
      ? []
      : [
          {
            label: whecEnabled ? links.ezPay : links.draftPayments,
            value: text.nextDraft(formatUsDate(info.draftDate)),
          },
        ]),
  ]
  const isOffered = hasFeature(site, 'Autopay') || allowBankDraft || allowCreditDraft
  if (facts.length > 0 || !isOffered || info.isPrepaidAccount) return facts
  return [{ label: text.automatic, value: text.none }]
}

function useDifference(info: AccountInfo): readonly Fact[] {
  const { enrollment: text } = useText('accountOverview')
  const isReachable = useReachable()
  const { yearToDateBudgetDifference: difference, billingType } = info
  const labels: Readonly<Record<string, string>> = { Budget: text.budget, Average: text.average }
  const label = labels[billingType]
  if (label === undefined || difference === null) return []
  const meaning = difference > 0 ? text.usedMore : text.usedLess
  const history = paths.billingHistory({ navto: 'budget-average', accountno: info.accountNumber })
  return [
    {
      label,
      value: formatUsd(cents(Math.abs(difference))),
      note: (
        <>
          {difference === 0 ? text.even : meaning}
          {isReachable(history) && (
            <>
              {' '}
              <a href={history}>{text.history}</a>
            </>
          )}
        </>
      ),
    },
  ]
}
