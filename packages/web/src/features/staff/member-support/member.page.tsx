import type { HelpedMember, memberSupport } from '@coopline/contract/staff/member-support/member-support.contract'
import { paths } from '@coopline/contract/paths'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import { formatPhoneText } from '@coopline/rules/kernel/phone'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useQueryClient } from '@tanstack/react-query'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { FactList } from '../../../portal/page/fact-list.tsx'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { MemberAccess } from './member-access.tsx'
import { MemberPayments } from './member-payments.tsx'
import styles from './member-support.module.css'

const viewLine = 'GET /v3/staff/members/{memberNumber}' satisfies (typeof memberSupport)['view']['call']

/** A member as staff of this role see them, with what they may do. */
export function MemberPage() {
  const { member: text } = useText('memberSupport')
  const memberNumber = usePageQuery().get('number') ?? ''
  return (
    <StaffPage title={text.title}>
      <p>
        <a href={paths.staff()}>{text.back}</a>
      </p>
      {memberNumber === '' ? <Alert tone="info" title={text.noNumber} /> : <Member memberNumber={memberNumber} />}
    </StaffPage>
  )
}

function Member({ memberNumber }: { readonly memberNumber: string }) {
  const { member: text } = useText('memberSupport')
  const queries = useQueryClient()
  const { success, succeedWith, clearSuccess } = useSuccess()
  const input = { params: { memberNumber } }
  const query = useStaffRead(viewLine, input)
  const onDone = (member: HelpedMember, sentence: string) => {
    // The action has answered with the member: loading them again would be another view in their activity.
    queries.setQueryData([viewLine, input], member)
    succeedWith(sentence)
  }
  return (
    <Loaded query={query} loading={text.loading} height="40rem">
      {(member) => (
        <>
          {success}
          <Person member={member} />
          <Accounts member={member} />
          {member.access !== null && (
            <MemberAccess memberNumber={memberNumber} access={member.access} onBegin={clearSuccess} onDone={onDone} />
          )}
          {member.payments !== null && <MemberPayments payments={member.payments} />}
        </>
      )}
    </Loaded>
  )
}

function Person({ member }: { readonly member: HelpedMember }) {
  const { member: text } = useText('memberSupport')
  const languages: Readonly<Record<string, string>> = text.languages
  const listed = (values: readonly string[]) => (values.length === 0 ? text.none : values.join(', '))
  return (
    <Card title={member.name}>
      <FactList
        facts={[
          [text.number, member.memberNumber],
          [text.emails, listed(member.emails)],
          [text.phones, listed(member.phones.map(formatPhoneText))],
          [text.language, languages[member.language] ?? member.language],
        ]}
      />
      {member.access?.login !== null && (
        <p className={styles.portalView}>
          <a href={paths.staffPortalView({ number: member.memberNumber })} target="_blank" rel="noreferrer">
            {text.portalView}
            <VisuallyHidden>{text.opens}</VisuallyHidden>
          </a>
        </p>
      )}
    </Card>
  )
}

type Account = HelpedMember['accounts'][number]

function Accounts({ member }: { readonly member: HelpedMember }) {
  const { member: text } = useText('memberSupport')
  const money = (amount: Cents | null | undefined) =>
    amount === null || amount === undefined ? text.none : formatUsd(amount)
  const showsMoney = member.accounts.some((account) => account.money !== null)
  const columns: readonly TableColumn<Account>[] = [
    { key: 'account', header: text.account, rowHeader: true, cell: ({ accountNumber }) => accountNumber },
    { key: 'status', header: text.status, cell: ({ status }) => status },
    { key: 'holder', header: text.holder, cell: ({ holder }) => holder },
    { key: 'address', header: text.address, cell: ({ address }) => address },
    ...(showsMoney ? moneyColumns() : []),
  ]
  function moneyColumns(): readonly TableColumn<Account>[] {
    return [
      {
        key: 'due',
        header: text.due,
        cell: ({ money: of }) => (of === null || of.dueDate === null ? text.none : formatUsDate(of.dueDate)),
      },
      { key: 'pastDue', header: text.pastDue, align: 'end', cell: (account) => money(account.money?.pastDue) },
      { key: 'balance', header: text.balance, align: 'end', cell: (account) => money(account.money?.balance) },
    ]
  }
  return (
    <Card title={text.accounts}>
      <DataTable
        caption={text.accounts}
        captionHidden
        columns={columns}
        rows={member.accounts}
        rowKey={({ accountNumber }) => accountNumber}
        empty={text.none}
      />
    </Card>
  )
}
