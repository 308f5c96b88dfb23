import { paths } from '@coopline/contract/paths'
import type { HistoryRow } from '@coopline/rules/accounts/account-history/merge-history'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Button } from '@coopline/ui/button'
import { classNames } from '@coopline/ui/class-names'
import { Facts } from '@coopline/ui/facts'
import { Icon } from '@coopline/ui/icon'
import { useId, useState } from 'react'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { billFacts, paymentFacts } from './history-facts.ts'
import styles from './history.module.css'
import type { BillRow, PaymentRow } from './use-overview.ts'

type Entry = Exclude<HistoryRow<PaymentRow, BillRow>, { readonly kind: 'placeholder' }>

interface HistoryEntryProps {
  readonly own: OwnAccount
  readonly entry: Entry
  /** The content below the entry: another entry, one empty row, several empty rows, or none. */
  readonly after: EntryAfter
  readonly onViewBill: (bill: BillRow) => void
}

export type EntryAfter = keyof typeof follows

const follows = {
  entry: undefined,
  placeholder: classNames(styles.last, styles.beforeEnd),
  placeholders: styles.last,
  nothing: styles.last,
} as const

/** A bill or a payment; pressing Details opens what else is known of it under its row. */
export function HistoryEntry({ own, entry, after, onViewBill }: HistoryEntryProps) {
  const { history: text } = useText('accountOverview')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const what = nameOf(entry, text)
  const date = formatUsDate(entry.date)
  const isReachable = useReachable()
  const asPage =
    entry.kind === 'bill' && entry.bill.billViewUrl !== ''
      ? paths.viewBill({ accountno: own.accountNumber, date: entry.date })
      : null
  const facts = entry.kind === 'bill' ? billFacts(entry.bill, text) : paymentFacts(entry.payment, text)
  return (
    <>
      <tr className={classNames(styles.row, isOpen && styles.open, follows[after])} {...role.row}>
        <th scope="row" className={styles.date} {...role.rowheader}>
          {date}
        </th>
        <td className={styles.what} {...role.cell}>
          {what}
        </td>
        <td className={styles.amount} {...role.cell}>
          {formatUsd(entry.kind === 'bill' ? entry.bill.amount : entry.payment.paymentAmount)}
        </td>
        <td className={styles.actions} {...role.cell}>
          <div className={styles.buttons}>
            {entry.kind === 'bill' && (
              <Button variant="quiet" aria-label={text.viewOf(date)} onClick={() => onViewBill(entry.bill)}>
                {text.view}
              </Button>
            )}
            {facts.length > 0 && (
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={isOpen}
                aria-controls={id}
                aria-label={text.detailsOf(what, date)}
                onClick={() => setOpen(!isOpen)}
              >
                {text.details}
                <span className={styles.mark} data-open={isOpen}>
                  <Icon name="chevron-down" />
                </span>
              </button>
            )}
          </div>
        </td>
      </tr>
      {facts.length > 0 && (
        <tr id={id} className={styles.more} hidden={!isOpen} {...role.row}>
          <td colSpan={columnCount} {...role.cell}>
            <Facts facts={facts} />
            {asPage !== null && isReachable(asPage) && (
              <p className={styles.asPage}>
                <a href={asPage}>{text.asPage}</a>
              </p>
            )}
          </td>
        </tr>
      )}
    </>
  )
}

/** Date, what it is, amount, what can be done. */
export const columnCount = 4

function nameOf(entry: Entry, text: TextsOf<'accountOverview'>['history']): string {
  if (entry.kind === 'bill') return text.billOf(entry.bill.billType)
  return {
    payment: text.payment,
    refund: text.refund,
    return: text.returned,
    'return-fee': text.returnFee,
    reinstatement: text.reinstated,
  }[entry.payment.kind]
}

/** Safari drops the table semantics when rows are displayed as blocks, so every part repeats its role. */
export const role = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
