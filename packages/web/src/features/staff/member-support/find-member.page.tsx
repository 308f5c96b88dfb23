import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { FoundMember } from '@coopline/contract/staff/member-support/member-support.contract'
import { paths } from '@coopline/contract/paths'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useStaffSend } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { StaffSearchField } from '../../../portal/staff/staff-search-field.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

/** The first page of the console: finds a member by what they say on the phone. */
export function FindMemberPage() {
  const { find: text } = useText('memberSupport')
  return (
    <StaffPage title={text.heading} lead={text.lead} roles={staffRights.members}>
      <Search />
    </StaffPage>
  )
}

interface SearchValues {
  readonly text: string
}

function Search() {
  const { find: text } = useText('memberSupport')
  const search = useStaffSend('POST /v3/staff/members/search')
  const form = useRuleForm(
    ({ text: typed }: SearchValues) => (typed.trim() === '' ? [{ field: 'text' as const }] : []),
    () => text.missing,
    { start: { text: '' }, onSubmit: (values) => search.mutate({ body: values }), firstCheck: 'submit' },
  )
  const { data } = search
  return (
    <>
      <Card>
        <PortalForm
          form={form}
          busy={search.isPending}
          error={search.error}
          gap="medium"
          submit={{ label: text.submit, busyLabel: text.busy }}
        >
          <StaffSearchField {...form.text('text')} label={text.field} hint={text.hint} />
        </PortalForm>
      </Card>
      <VisuallyHidden live="polite">
        {data === undefined ? '' : data.members.length === 0 ? text.none : `${text.results}: ${data.members.length}`}
      </VisuallyHidden>
      {data !== undefined && (
        <Card title={text.results}>
          <Stack>
            <Found members={data.members} />
            {data.hasMore && <p>{text.more}</p>}
          </Stack>
        </Card>
      )}
    </>
  )
}

function Found({ members }: { readonly members: readonly FoundMember[] }) {
  const { find: text } = useText('memberSupport')
  const loginOf = ({ username, lockedUntil, isDisabled }: FoundMember) => {
    if (username === null) return text.noLogin
    const state = isDisabled ? text.closed : lockedUntil === null ? null : text.locked
    return state === null ? username : `${username} (${state})`
  }
  const columns: readonly TableColumn<FoundMember>[] = [
    {
      key: 'member',
      header: text.member,
      rowHeader: true,
      cell: ({ name, memberNumber }) => `${name} · ${memberNumber}`,
    },
    {
      key: 'accounts',
      header: text.accounts,
      cell: ({ accounts }) => accounts.map((one) => `${one.accountNumber}, ${one.address}`).join(' · '),
    },
    { key: 'login', header: text.login, cell: loginOf },
  ]
  return (
    <DataTable
      caption={text.results}
      captionHidden
      columns={columns}
      rows={members}
      rowKey={({ memberNumber }) => memberNumber}
      rowHref={({ memberNumber }) => paths.staffMember({ number: memberNumber })}
      empty={text.none}
    />
  )
}
