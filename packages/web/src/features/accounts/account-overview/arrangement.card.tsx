import { paths } from '@coopline/contract/paths'
import { isArrangementOverdue } from '@coopline/rules/paying/arrangement/is-arrangement-overdue'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import type { AccountInfo } from './use-overview.ts'

/** The balance and the next payment of a payment arrangement; nothing without one, or where none are offered. */
export function ArrangementCard({ info, today }: { readonly info: AccountInfo; readonly today: CalendarDate }) {
  const { arrangement: text } = useText('accountOverview')
  const site = useSite()
  const isReachable = useReachable()
  const { arrangement } = info
  if (!info.hasArrangement || arrangement === null || !hasFeature(site, 'Arrangements')) return null
  const isOverdue = isArrangementOverdue(arrangement.nextPaymentDueDate, today)
  const facts = [
    { label: text.balance, value: formatUsd(arrangement.arrangementBalance) },
    { label: text.nextPayment, value: formatUsd(arrangement.nextPaymentAmount) },
    { label: text.dueDate, value: formatUsDate(arrangement.nextPaymentDueDate) },
  ]
  const all = (
    <a href={paths.viewArrangements({ accountno: info.accountNumber })} className={styles.wayOn}>
      {text.all}
    </a>
  )
  return (
    <Card title={text.title} footer={isReachable(paths.viewArrangements()) ? all : undefined}>
      <Stack>
        {isOverdue && (
          <Alert tone="warning" title={text.overdue}>
            {text.overdueWhy}
          </Alert>
        )}
        <Facts facts={facts} />
        {arrangement.arrangementNotation.trim() !== '' && (
          <p className={styles.plain}>
            <InEnglish>{arrangement.arrangementNotation}</InEnglish>
          </p>
        )}
      </Stack>
    </Card>
  )
}
