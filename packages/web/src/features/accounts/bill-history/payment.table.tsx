import type {
  accountOverview,
  PaymentRow,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { csvText } from '@coopline/rules/site/csv-text/csv-text'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatDecimal, formatUsd } from '@coopline/rules/kernel/money'
import type { TableColumn } from '@coopline/ui/data-table'
import { memberCall } from '../../../portal/call/member-call.ts'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { allPages } from './all-pages.ts'
import { HistoryTable } from './history.table.tsx'
import { daysQuery, useHistory } from './use-history.ts'

const paymentsLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/payments' satisfies (typeof accountOverview)['payments']['call']

/** The payments to an account. */
export function PaymentTable(own: OwnAccount) {
  const { payments: text } = useText('billHistory')
  const history = useHistory()
  const query = useMemberRead(paymentsLine, { params: own, query: history.query }, { keepPrevious: true })
  const columns: readonly TableColumn<PaymentRow>[] = [
    { key: 'date', header: text.date, rowHeader: true, cell: (payment) => formatUsDate(payment.paymentDate) },
    { key: 'method', header: text.method, cell: (payment) => payment.method },
    { key: 'reference', header: text.reference, cell: (payment) => payment.reference },
    { key: 'amount', header: text.amount, align: 'end', cell: (payment) => formatUsd(payment.paymentAmount) },
  ]
  const makeFile = async () => {
    const days = daysQuery(history.days)
    const rows = await allPages((part) => memberCall(paymentsLine, { params: own, query: { ...days, ...part } }))
    return {
      fileName: `payments-${own.accountNumber}.csv`,
      text: csvText([
        [text.date, text.method, text.reference, text.amount],
        ...rows.map((payment) => [
          payment.paymentDate,
          payment.method,
          payment.reference,
          formatDecimal(payment.paymentAmount),
        ]),
      ]),
    }
  }
  return (
    <HistoryTable
      caption={text.title}
      columns={columns}
      rowKey={(payment) => `${payment.paymentDate} ${payment.reference}`}
      query={query}
      history={history}
      empty={text.empty}
      makeFile={makeFile}
    />
  )
}
