import type {
  accountOverview,
  AccountInfo,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { isArrangementOverdue } from '@coopline/rules/paying/arrangement/is-arrangement-overdue'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Icon } from '@coopline/ui/icon'
import type { ReactNode } from 'react'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useToday } from '../../../portal/text/use-today.ts'
import styles from './arrangements.module.css'

const infoLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}' satisfies (typeof accountOverview)['info']['call']

const height = '10rem'

/** Shows the payment arrangements of an account (REQ-D-091; flag Arrangements). */
export function ArrangementsPage() {
  const { heading } = useText('arrangements')
  return (
    <RequireFeature when={hasFeature(useSite(), 'Arrangements')}>
      <AccountPage title={heading} height={height}>
        {({ accountNumber }, memberNumber) => (
          <ArrangementsOf memberNumber={memberNumber} accountNumber={accountNumber} />
        )}
      </AccountPage>
    </RequireFeature>
  )
}

type Arrangement = NonNullable<AccountInfo['arrangement']>

function ArrangementsOf(own: { readonly memberNumber: string; readonly accountNumber: string }) {
  const text = useText('arrangements')
  const query = useMemberRead(infoLine, { params: own })
  const nameOf = ({ arrangementNotation: words }: Arrangement) =>
    words === '' ? text.unnamed : <InEnglish>{words}</InEnglish>
  const columns: readonly TableColumn<Arrangement>[] = [
    { key: 'notation', header: text.notation, rowHeader: true, cell: nameOf },
    { key: 'due', header: text.nextDue, cell: nextPayment },
    { key: 'next', header: text.nextAmount, align: 'end', cell: (one) => formatUsd(one.nextPaymentAmount) },
    { key: 'balance', header: text.balance, align: 'end', cell: (one) => formatUsd(one.arrangementBalance) },
  ]
  return (
    <Loaded query={query} loading={text.loading} height={height}>
      {({ arrangement }) => (
        <Card>
          <DataTable
            caption={text.heading}
            captionHidden
            columns={columns}
            rows={arrangement === null ? [] : [arrangement]}
            rowKey={() => own.accountNumber}
            empty={text.empty}
          />
        </Card>
      )}
    </Loaded>
  )
}

const nextPayment = ({ nextPaymentDueDate }: Arrangement): ReactNode => (
  <div>
    {formatUsDate(nextPaymentDueDate)}
    <Overdue due={nextPaymentDueDate} />
  </div>
)

function Overdue({ due }: { readonly due: Arrangement['nextPaymentDueDate'] }) {
  const text = useText('arrangements')
  const { data: today } = useToday()
  return today !== undefined && isArrangementOverdue(due, today) ? (
    <span className={styles.overdue}>
      <Icon name="warning" />
      {text.overdue}
    </span>
  ) : null
}
