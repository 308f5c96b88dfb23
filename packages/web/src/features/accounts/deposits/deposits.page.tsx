import type { Deposit, deposits } from '@coopline/contract/accounts/deposits/deposits.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'

const depositsLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/deposits' satisfies (typeof deposits)['list']['call']

const height = '14rem'

/** Shows the member's security deposits (REQ-D-092; flag Deposits). */
export function DepositsPage() {
  const { heading } = useText('deposits')
  return (
    <RequireFeature when={hasFeature(useSite(), 'Deposits')}>
      <AccountPage title={heading} height={height}>
        {({ accountNumber }, memberNumber) => <DepositsOf memberNumber={memberNumber} accountNumber={accountNumber} />}
      </AccountPage>
    </RequireFeature>
  )
}

const typeOf = ({ depositType }: Deposit) => <InEnglish>{depositType}</InEnglish>

function DepositsOf(own: { readonly memberNumber: string; readonly accountNumber: string }) {
  const text = useText('deposits')
  const query = useMemberRead(depositsLine, { params: own })
  const columns: readonly TableColumn<Deposit>[] = [
    {
      key: 'type',
      header: text.type,
      rowHeader: true,
      cell: typeOf,
    },
    { key: 'date', header: text.date, cell: (deposit) => formatUsDate(deposit.depositDate) },
    {
      key: 'state',
      header: text.state,
      cell: ({ refundDate }) => (refundDate === null ? text.held : text.refunded(formatUsDate(refundDate))),
    },
    { key: 'interest', header: text.interest, align: 'end', cell: (deposit) => formatUsd(deposit.interestAmount) },
    { key: 'amount', header: text.amount, align: 'end', cell: (deposit) => formatUsd(deposit.depositAmount) },
  ]
  return (
    <Loaded query={query} loading={text.loading} height={height}>
      {({ results }) => (
        <Card>
          <DataTable
            caption={text.heading}
            captionHidden
            columns={columns}
            rows={results}
            rowKey={(deposit) => deposit.reference}
            empty={text.empty}
          />
        </Card>
      )}
    </Loaded>
  )
}
