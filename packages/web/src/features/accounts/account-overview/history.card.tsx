import { paths } from '@coopline/contract/paths'
import { mergeHistory } from '@coopline/rules/accounts/account-history/merge-history'
import { Card } from '@coopline/ui/card'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import overviewStyles from './account-overview.module.css'
import { columnCount, type EntryAfter, HistoryEntry, role } from './history-entry.tsx'
import styles from './history.module.css'
import type { BillRow, Overview, PaymentRow } from './use-overview.ts'

interface HistoryCardProps extends Pick<Overview, 'payments' | 'bills'> {
  readonly own: OwnAccount
  readonly onViewBill: (bill: BillRow) => void
}

/** The nine latest bills and payments together (AO-49, AO-50). When one of the two did not load, the other is shown. */
export function HistoryCard({ own, payments, bills, onViewBill }: HistoryCardProps) {
  const { history: text } = useText('accountOverview')
  const isReachable = useReachable()
  const everything = paths.billingHistory({ accountno: own.accountNumber })
  const all = (
    <a href={everything} className={overviewStyles.wayOn}>
      {text.all}
    </a>
  )
  const isWaiting = payments.isPending || bills.isPending
  return (
    <Card title={text.title} footer={isReachable(everything) ? all : undefined}>
      <Stack>
        <RetryAlert query={bills}>
          <p>{text.billsMissing}</p>
        </RetryAlert>
        <RetryAlert query={payments}>
          <p>{text.paymentsMissing}</p>
        </RetryAlert>
        {isWaiting ? (
          <>
            <VisuallyHidden live="polite">{text.loading}</VisuallyHidden>
            <Skeleton height="30rem" />
          </>
        ) : (
          <History own={own} payments={payments.data?.results} bills={bills.data?.results} onViewBill={onViewBill} />
        )}
      </Stack>
    </Card>
  )
}

interface HistoryProps {
  readonly own: OwnAccount
  /** Absent when they did not load. */
  readonly payments: readonly PaymentRow[] | undefined
  readonly bills: readonly BillRow[] | undefined
  readonly onViewBill: (bill: BillRow) => void
}

function History({ own, payments, bills, onViewBill }: HistoryProps) {
  const { history: text } = useText('accountOverview')
  if (payments === undefined && bills === undefined) return null
  const rows = mergeHistory(payments ?? [], bills ?? [])
  if (rows.every(({ kind }) => kind === 'placeholder')) return bills && payments ? <Empty /> : null
  return (
    <table className={styles.table} {...role.table}>
      <caption>
        <VisuallyHidden>{text.title}</VisuallyHidden>
      </caption>
      <thead {...role.rowgroup}>
        <tr {...role.row}>
          <th scope="col" {...role.columnheader}>
            {text.date}
          </th>
          <th scope="col" {...role.columnheader}>
            {text.what}
          </th>
          <th scope="col" className={styles.amount} {...role.columnheader}>
            {text.amount}
          </th>
          <th scope="col" {...role.columnheader}>
            <VisuallyHidden>{text.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody {...role.rowgroup}>
        {rows.map((row, place) =>
          row.kind === 'placeholder' ? (
            <tr key={place} className={styles.placeholder} aria-hidden="true" data-placeholder>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty on purpose, and not for reading */}
              <td colSpan={columnCount} />
            </tr>
          ) : (
            // Several of one kind may have the same day, and nothing else distinguishes them.
            <HistoryEntry
              key={`${row.kind} ${row.date} ${place}`}
              own={own}
              entry={row}
              after={whatFollows(rows.slice(place + 1).map(({ kind }) => kind))}
              onViewBill={onViewBill}
            />
          ),
        )}
      </tbody>
    </table>
  )
}

function whatFollows([next, ...others]: readonly string[]): EntryAfter {
  if (next === undefined) return 'nothing'
  if (next !== 'placeholder') return 'entry'
  return others.length === 0 ? 'placeholder' : 'placeholders'
}

function Empty() {
  const { history: text } = useText('accountOverview')
  return (
    <div className={styles.empty}>
      <p>{text.empty}</p>
      <p>{text.emptyWhy}</p>
    </div>
  )
}
