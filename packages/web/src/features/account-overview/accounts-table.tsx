import type { ListedAccount } from '@coopline/contract/accounts/accounts.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { useText } from '../../portal/text.tsx'
import type { TextsOf } from '../../portal/text-store.ts'
import styles from './account-overview.module.css'

interface AccountsTableProps {
  readonly accounts: readonly ListedAccount[]
  /** How many the member has; the list may hold the first of them only. */
  readonly total: number
}

/** The member's accounts, the primary one first. */
export function AccountsTable({ accounts, total }: AccountsTableProps) {
  const text = useText('accountOverview').accounts
  const columns: readonly TableColumn<ListedAccount>[] = [
    { key: 'number', header: text.number, rowHeader: true, cell: accountName(text) },
    { key: 'type', header: text.type, cell: (account) => account.accountType },
    { key: 'address', header: text.address, cell: (account) => account.serviceAddress },
    { key: 'balance', header: text.balance, align: 'end', cell: balance(text) },
    {
      key: 'dueDate',
      header: text.dueDate,
      align: 'end',
      cell: ({ dueDate }) => (dueDate === null ? text.noDueDate : formatUsDate(dueDate)),
    },
  ]
  return (
    <Card title={text.title}>
      <DataTable
        caption={text.title}
        captionHidden
        columns={columns}
        rows={accounts.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))}
        rowKey={(account) => account.accountNumber}
        empty={text.empty}
      />
      {total > accounts.length && <p>{text.more(accounts.length, total)}</p>}
    </Card>
  )
}

type Texts = TextsOf<'accountOverview'>['accounts']

const accountName =
  (text: Texts) =>
  ({ accountNumber, isPrimary }: ListedAccount): ReactNode => (
    <div>
      {accountNumber}
      {isPrimary && <span className={styles.primary}>{text.primary}</span>}
    </div>
  )

const balance =
  (text: Texts) =>
  ({ accountBalance, pastDueAmount }: ListedAccount): ReactNode => (
    <div>
      {formatUsd(accountBalance)}
      {accountBalance < 0 && <span className={styles.note}>{text.credit}</span>}
      {pastDueAmount > 0 && <span className={styles.pastDue}>{text.pastDue(formatUsd(pastDueAmount))}</span>}
    </div>
  )
