import { paths } from '@coopline/contract/paths'
import { billTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { csvText } from '@coopline/rules/site/csv-text/csv-text'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatDecimal, formatUsd } from '@coopline/rules/kernel/money'
import { Button } from '@coopline/ui/button'
import type { TableColumn } from '@coopline/ui/data-table'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { type ReactNode, useState } from 'react'
import { type BillRow, billsLine } from '../../../portal/bills/bill-calls.ts'
import { BillDialog } from '../../../portal/bills/bill.dialog.tsx'
import { memberCall } from '../../../portal/call/member-call.ts'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { allPages } from './all-pages.ts'
import styles from './bill-history.module.css'
import { HistoryTable } from './history.table.tsx'
import { daysQuery, useHistory } from './use-history.ts'

/** The bills of an account, each as a page and as a PDF. */
export function BillTable(own: OwnAccount) {
  const { bills: text } = useText('billHistory')
  const { language } = useLanguage()
  const history = useHistory()
  const query = useMemberRead(billsLine, { params: own, query: history.query }, { keepPrevious: true })
  const [opened, setOpened] = useState<BillRow | null>(null)
  const columns: readonly TableColumn<BillRow>[] = [
    { key: 'billDate', header: text.billDate, rowHeader: true, cell: (bill) => formatUsDate(bill.billDate) },
    { key: 'dueDate', header: text.dueDate, cell: (bill) => formatUsDate(bill.dueDate) },
    { key: 'type', header: text.type, cell: (bill) => billTypeWords(bill.billType, language) },
    { key: 'amount', header: text.amount, align: 'end', cell: (bill) => formatUsd(bill.amount) },
    { key: 'balance', header: text.balance, align: 'end', cell: (bill) => formatUsd(bill.endingBalance) },
    { key: 'view', header: text.view, cell: views(text, own.accountNumber, setOpened) },
  ]
  const makeFile = async () => {
    const days = daysQuery(history.days)
    const rows = await allPages((part) => memberCall(billsLine, { params: own, query: { ...days, ...part } }))
    const header = [text.billDate, text.dueDate, text.type, text.amount, text.balance]
    return {
      fileName: `bills-${own.accountNumber}.csv`,
      text: csvText([
        header,
        ...rows.map((bill) => [
          bill.billDate,
          bill.dueDate,
          billTypeWords(bill.billType, language),
          formatDecimal(bill.amount),
          formatDecimal(bill.endingBalance),
        ]),
      ]),
    }
  }
  return (
    <>
      <HistoryTable
        caption={text.title}
        columns={columns}
        rowKey={(bill) => bill.billDate}
        query={query}
        history={history}
        empty={text.empty}
        makeFile={makeFile}
      />
      {opened !== null && <BillDialog {...own} bill={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** The two ways to read a bill. */
const views =
  (text: TextsOf<'billHistory'>['bills'], accountNumber: string, open: (bill: BillRow) => void) =>
  (bill: BillRow): ReactNode =>
    bill.billViewUrl === '' ? (
      text.notShown
    ) : (
      <div className={styles.views}>
        <a href={paths.viewBill({ accountno: accountNumber, date: bill.billDate })}>
          {text.asPage}
          <VisuallyHidden>{text.ofDay(formatUsDate(bill.billDate))}</VisuallyHidden>
        </a>
        <Button variant="quiet" onClick={() => open(bill)}>
          {text.asPdf}
          <VisuallyHidden>{text.ofDay(formatUsDate(bill.billDate))}</VisuallyHidden>
        </Button>
      </div>
    )
