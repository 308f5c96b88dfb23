import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type {
  PendingChange,
  PendingChangePosition,
  staffProfileChanges,
} from '@coopline/contract/accounts/account-profile/staff-profile-changes.contract'
import { paths } from '@coopline/contract/paths'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { PageSteps } from '../../../portal/form/page-steps.tsx'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { usePositions } from '../../../portal/page/use-positions.ts'

const listLine = 'POST /v3/staff/profile-changes/search' satisfies (typeof staffProfileChanges)['list']['call']

/** The changes of account profiles that wait for a review, oldest first. */
export function StaffProfileChangesPage() {
  const text = useText('staffProfileChanges')
  return (
    <StaffPage title={text.heading} lead={text.lead} roles={staffRights.profileChanges}>
      <Changes />
    </StaffPage>
  )
}

function Changes() {
  const text = useText('staffProfileChanges')
  const { after, ...steps } = usePositions<PendingChangePosition>()
  const query = useStaffRead(listLine, { body: { after } })
  return (
    <Card title={text.title}>
      <Loaded query={query} loading={text.loading} height="24rem">
        {({ changes, next }) => (
          <Stack>
            <ChangeTable changes={changes} />
            <PageSteps of={text.heading} {...steps} next={next} />
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

const memberLink = (number: string) => <a href={paths.staffMember({ number })}>{number}</a>

function ChangeTable({ changes }: { readonly changes: readonly PendingChange[] }) {
  const text = useText('staffProfileChanges')
  const { language } = useLanguage()
  const columns: readonly TableColumn<PendingChange>[] = [
    { key: 'account', header: text.account, rowHeader: true, cell: ({ accountNumber }) => accountNumber },
    {
      key: 'member',
      header: text.member,
      cell: ({ memberNumber }) => memberLink(memberNumber),
    },
    { key: 'change', header: text.change, cell: ({ block }) => text.blocks[block] },
    { key: 'since', header: text.since, cell: ({ changedAt }) => formatInstant(changedAt, language) },
  ]
  return (
    <DataTable
      caption={text.title}
      captionHidden
      columns={columns}
      rows={changes}
      rowKey={({ accountNumber, block }) => `${accountNumber} ${block}`}
      empty={text.none}
    />
  )
}
