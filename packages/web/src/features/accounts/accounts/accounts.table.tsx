import { paths } from '@coopline/contract/paths'
import {
  accountTypeWords,
  prepaidLabelWords,
  statusWords,
} from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { displayedStatus, isPastDueOrCutoff } from '@coopline/rules/accounts/account-status/account-status'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { classNames } from '@coopline/ui/class-names'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Icon } from '@coopline/ui/icon'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './accounts.module.css'
import { type AccountsView, type DisplayedAccount, pageSizes, sortedBy } from './accounts-view.ts'

interface AccountsTableProps {
  readonly accounts: readonly DisplayedAccount[]
  /** The number of accounts found, on all pages. */
  readonly total: number
  readonly view: AccountsView
  /** Those of another view are on their way. */
  readonly busy: boolean
  readonly onView: (view: AccountsView) => void
}

/** A page of the member's accounts. Each row leads to the overview of its account. */
export function AccountsTable({ accounts, total, view, busy, onView }: AccountsTableProps) {
  const { table: text, search } = useText('accounts')
  const words = useTableWords()
  const { language } = useLanguage()
  return (
    <Stack>
      <DataTable
        caption={text.caption}
        captionHidden
        columns={columnsOf(text, language)}
        rows={accounts}
        rowKey={(account) => account.accountNumber}
        rowHref={({ accountNumber }) =>
          paths.accountOverview({ accountno: accountNumber, isFromViewAllAccounts: 'true' })
        }
        empty={search.nothing(view.search)}
        sorting={{ sort: view.sort, onSort: (sort) => onView(sortedBy(view, sort)), label: words.sortBy }}
        busy={busy}
      />
      <Pager
        page={view.page}
        pageSize={view.pageSize}
        total={total}
        sizes={pageSizes}
        onPage={(page) => onView({ ...view, page })}
        onSize={(pageSize) => onView({ ...view, pageSize, page: 1 })}
        words={words.pager}
      />
    </Stack>
  )
}

type Texts = TextsOf<'accounts'>['table']

const columnsOf = (text: Texts, language: Language): readonly TableColumn<DisplayedAccount>[] => [
  { key: 'accountNumber', header: text.number, rowHeader: true, sortable: true, cell: nameOf(text) },
  { key: 'accountHolderName', header: text.holder, sortable: true, cell: (account) => account.accountHolderName },
  { key: 'serviceAddress', header: text.address, sortable: true, cell: (account) => account.serviceAddress },
  {
    key: 'accountType',
    header: text.type,
    sortable: true,
    cell: ({ accountType }) => accountTypeWords(accountType, language),
  },
  { key: 'derivedStatus', header: text.status, sortable: true, cell: statusOf(language) },
  { key: 'accountBalance', header: text.balance, sortable: true, align: 'end', cell: balanceOf(text, language) },
  { key: 'pastDueAmount', header: text.pastDue, sortable: true, align: 'end', cell: pastDueOf },
  {
    key: 'dueDate',
    header: text.dueDate,
    sortable: true,
    align: 'end',
    cell: ({ dueDate }) => (dueDate === null ? text.noDueDate : formatUsDate(dueDate)),
  },
]

const nameOf =
  (text: Texts) =>
  ({ accountNumber, isPrimaryAccount }: DisplayedAccount): ReactNode => (
    <>
      {accountNumber}
      {isPrimaryAccount && <span className={styles.note}>{text.primary}</span>}
    </>
  )

const statusOf = (language: Language) => (account: DisplayedAccount) => {
  const status = displayedStatus(account)
  const isBad = isPastDueOrCutoff(account.derivedStatus)
  return (
    <span className={classNames(styles.status, isBad && styles.bad)}>
      {isBad && <Icon name="warning" />}
      {statusWords(status, language)}
    </span>
  )
}

const balanceOf =
  (text: Texts, language: Language) =>
  ({ accountBalance, isPrepaidAccount, prepaidLabel }: DisplayedAccount): ReactNode => {
    const note = isPrepaidAccount
      ? prepaidLabelWords(prepaidLabel, language) || text.prepaid
      : accountBalance < 0 && text.credit
    return (
      <div>
        {formatUsd(accountBalance)}
        {note && <span className={styles.note}>{note}</span>}
      </div>
    )
  }

const pastDueOf = ({ pastDueAmount }: DisplayedAccount): ReactNode => (
  <span className={classNames(pastDueAmount > 0 && styles.bad)}>{formatUsd(pastDueAmount)}</span>
)
