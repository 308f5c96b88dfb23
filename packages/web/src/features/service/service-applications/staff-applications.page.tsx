import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type {
  ListedApplication,
  staffApplications,
} from '@coopline/contract/service/service-applications/staff-applications.contract'
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

const listLine = 'GET /v3/staff/applications' satisfies (typeof staffApplications)['list']['call']

/** The submitted applications for service, newest first. */
export function StaffApplicationsPage() {
  const { list: text } = useText('staffApplications')
  return (
    <StaffPage title={text.heading} lead={text.lead} roles={staffRights.applications}>
      <Applications />
    </StaffPage>
  )
}

function Applications() {
  const { list: text } = useText('staffApplications')
  const { after, ...steps } = usePositions<string>()
  const query = useStaffRead(listLine, { query: after === null ? {} : { after } })
  return (
    <Card title={text.title}>
      <Loaded query={query} loading={text.loading} height="24rem">
        {({ applications, next }) => (
          <Stack>
            <ApplicationTable applications={applications} />
            <PageSteps of={text.heading} {...steps} next={next} />
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

function ApplicationTable({ applications }: { readonly applications: readonly ListedApplication[] }) {
  const { list: text } = useText('staffApplications')
  const { language } = useLanguage()
  const columns: readonly TableColumn<ListedApplication>[] = [
    { key: 'application', header: text.application, rowHeader: true, cell: ({ referenceNumber }) => referenceNumber },
    { key: 'name', header: text.name, cell: ({ name }) => name },
    { key: 'accountType', header: text.accountType, cell: ({ accountType }) => accountType || '–' },
    { key: 'submitted', header: text.submitted, cell: ({ submittedAt }) => formatInstant(submittedAt, language) },
    { key: 'documents', header: text.documents, align: 'end', cell: ({ documents }) => documents },
  ]
  return (
    <DataTable
      caption={text.title}
      captionHidden
      columns={columns}
      rows={applications}
      rowKey={({ referenceNumber }) => referenceNumber}
      rowHref={({ referenceNumber }) => paths.staffApplication({ number: referenceNumber })}
      empty={text.none}
    />
  )
}
