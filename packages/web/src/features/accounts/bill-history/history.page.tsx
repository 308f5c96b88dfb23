import type {
  accountOverview,
  AccountInfo,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { Tabs, type Tab } from '@coopline/ui/tabs'
import { useState } from 'react'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { BillTable } from './bill.table.tsx'
import { LeveledBilling } from './leveled-billing.tsx'
import { PaymentTable } from './payment.table.tsx'

const infoLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}' satisfies (typeof accountOverview)['info']['call']

const height = '28rem'

/** Bills and payments of an account, and its budget or average billing (REQ-D-089). */
export function HistoryPage() {
  const { heading } = useText('billHistory')
  return (
    <AccountPage title={heading} height={height}>
      {({ accountNumber }, memberNumber) => <HistoryOf accountNumber={accountNumber} memberNumber={memberNumber} />}
    </AccountPage>
  )
}

function HistoryOf({ memberNumber, accountNumber }: OwnAccount) {
  const { loading } = useText('billHistory')
  const info = useMemberRead(infoLine, { params: { memberNumber, accountNumber } })
  return (
    <Loaded query={info} loading={loading} height={height}>
      {(account) => <Parts memberNumber={memberNumber} account={account} />}
    </Loaded>
  )
}

const isLeveled = (account: AccountInfo): boolean =>
  account.yearToDateBudgetDifference !== null || ['Budget', 'Average'].includes(account.billingType)

function Parts({ memberNumber, account }: { readonly memberNumber: string; readonly account: AccountInfo }) {
  const text = useText('billHistory')
  const query = usePageQuery()
  const asksForBudget = query.get('navto') === 'budget-average'
  const own = { memberNumber, accountNumber: account.accountNumber }
  const tabs: readonly (Tab & { readonly when: boolean })[] = [
    { key: 'bills', title: text.bills.title, when: true, content: <BillTable {...own} /> },
    { key: 'payments', title: text.payments.title, when: true, content: <PaymentTable {...own} /> },
    {
      key: 'budget-average',
      title: account.billingType === 'Average' ? text.leveled.average : text.leveled.budget,
      when: isLeveled(account) || asksForBudget,
      content: isLeveled(account) ? (
        <LeveledBilling memberNumber={memberNumber} account={account} />
      ) : (
        <p>{text.leveled.none}</p>
      ),
    },
  ]
  const [selected, setSelected] = useState(asksForBudget ? 'budget-average' : 'bills')
  return <Tabs label={text.heading} tabs={tabs.filter(({ when }) => when)} selected={selected} onSelect={setSelected} />
}
