import { paths } from '@coopline/contract/paths'
import type {
  PaidByGuest,
  PersonWithAccess,
  SharedActivity,
} from '@coopline/contract/identity/shared-access/shared-access.contract'
import { formatUsd } from '@coopline/rules/kernel/money'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { CloseDialog } from '../../../portal/form/close.dialog.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'

interface ActivityDialogProps {
  readonly memberNumber: string
  readonly person: PersonWithAccess
  readonly onClose: () => void
}

/** Shows what a person with access paid, and opened by hour. */
export function ActivityDialog({ memberNumber, person, onClose }: ActivityDialogProps) {
  const { activity: text } = useText('sharedAccess')
  const { language } = useLanguage()
  const read = useMemberRead('GET /v3/members/{memberNumber}/people-with-access/{id}/activity', {
    params: { memberNumber, id: person.id },
  })
  const columns: readonly TableColumn<SharedActivity>[] = [
    { key: 'hour', header: text.hour, rowHeader: true, cell: ({ hour }) => formatInstant(hour, language) },
    { key: 'account', header: text.account, cell: ({ accountNumber }) => accountNumber },
    { key: 'what', header: text.what, cell: ({ what }) => text.kinds[what] },
    { key: 'times', header: text.times, align: 'end', cell: ({ calls }) => calls },
  ]
  return (
    <CloseDialog title={text.title(person.name)} close={text.close} onClose={onClose}>
      <Stack>
        <p>{text.lead}</p>
        <Loaded query={read} loading={text.loading} height="6rem">
          {({ activities, payments }) => (
            <Stack>
              {payments.length > 0 && <Payments payments={payments} />}
              <DataTable
                caption={text.opened}
                columns={columns}
                rows={activities}
                rowKey={({ hour, accountNumber, what }) => `${hour} ${accountNumber} ${what}`}
                empty={text.empty}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </CloseDialog>
  )
}

function Payments({ payments }: { readonly payments: readonly PaidByGuest[] }) {
  const { activity: text } = useText('sharedAccess')
  const { language } = useLanguage()
  const columns: readonly TableColumn<PaidByGuest>[] = [
    { key: 'day', header: text.day, rowHeader: true, cell: ({ paidAt }) => formatInstant(paidAt, language) },
    { key: 'account', header: text.account, cell: accountLink },
    { key: 'outcome', header: text.outcome, cell: ({ outcome }) => text.outcomes[outcome] },
    { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => formatUsd(amount) },
  ]
  return <DataTable caption={text.payments} columns={columns} rows={payments} rowKey={({ id }) => id} empty="" />
}

/** Leads to the account's history, which lists the payment. */
const accountLink = ({ accountNumber }: PaidByGuest): ReactNode => (
  <a href={paths.billingHistory({ accountno: accountNumber })}>{accountNumber}</a>
)
