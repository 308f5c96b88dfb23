import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type {
  ImportKind,
  StaffListedImport,
  StaffListedRun,
  staffRuns,
} from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { PageSteps } from '../../../portal/form/page-steps.tsx'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { usePositions } from '../../../portal/page/use-positions.ts'
import { useImportNames } from './use-import-names.ts'

const importsLine = 'GET /v3/staff/imports' satisfies (typeof staffRuns)['listImports']['call']
const runsLine = 'GET /v3/staff/runs' satisfies (typeof staffRuns)['listRuns']['call']

/** The imports, and the runs that take what is due, each newest first. */
export function RunsPage() {
  const { list: text } = useText('staffRuns')
  return (
    <StaffPage title={text.heading} lead={text.lead} roles={staffRights.runs}>
      <Imports />
      <Runs />
    </StaffPage>
  )
}

function Imports() {
  const { list: text, kinds } = useText('staffRuns')
  const [kind, setKind] = useState('')
  const { after, ...steps } = usePositions<string>(kind)
  const options = Object.entries(kinds).map(([value, name]) => ({ value, text: name }))
  const query = useStaffRead(importsLine, {
    query: {
      // The options are the kinds of the contract.
      ...(kind === '' ? {} : { kind: kind as ImportKind }),
      ...(after === null ? {} : { after }),
    },
  })
  return (
    <Card title={text.imports}>
      <Stack>
        <SelectField
          label={text.kind}
          placeholder={text.allKinds}
          options={options}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        />
        <Loaded query={query} loading={text.loadingImports} height="16rem">
          {({ imports, next }) => (
            <Stack>
              <ImportTable imports={imports} />
              <PageSteps of={text.imports} {...steps} next={next} />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}

function ImportTable({ imports }: { readonly imports: readonly StaffListedImport[] }) {
  const { list: text } = useText('staffRuns')
  const { language } = useLanguage()
  const names = useImportNames()
  const columns: readonly TableColumn<StaffListedImport>[] = [
    {
      key: 'started',
      header: text.started,
      rowHeader: true,
      cell: ({ startedAt }) => formatInstant(startedAt, language),
    },
    { key: 'kind', header: text.kind, cell: ({ kind }) => names.kind(kind) },
    { key: 'name', header: text.file, cell: names.files },
    { key: 'outcome', header: text.outcome, cell: ({ outcome }) => names.outcome(outcome) },
    { key: 'rows', header: text.rows, align: 'end', cell: ({ rows }) => rows.toLocaleString('en-US') },
    { key: 'errors', header: text.errors, align: 'end', cell: ({ errors }) => errors.toLocaleString('en-US') },
  ]
  return (
    <DataTable
      caption={text.imports}
      captionHidden
      columns={columns}
      rows={imports}
      rowKey={({ importNumber }) => importNumber}
      rowHref={({ importNumber }) => paths.staffImport({ number: importNumber })}
      empty={text.noImports}
    />
  )
}

function Runs() {
  const { list: text } = useText('staffRuns')
  const { after, ...steps } = usePositions<CalendarDate>()
  const query = useStaffRead(runsLine, { query: after === null ? {} : { after } })
  return (
    <Card title={text.runs}>
      <Loaded query={query} loading={text.loadingRuns} height="16rem">
        {({ runs, next }) => (
          <Stack>
            <RunTable runs={runs} />
            <PageSteps of={text.runs} {...steps} next={next} />
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

/** The server counts no further. */
const mostFailed = 1_000

function RunTable({ runs }: { readonly runs: readonly StaffListedRun[] }) {
  const { list: text } = useText('staffRuns')
  const { language } = useLanguage()
  const columns: readonly TableColumn<StaffListedRun>[] = [
    { key: 'day', header: text.day, rowHeader: true, cell: ({ runDate }) => formatUsDate(runDate) },
    { key: 'started', header: text.started, cell: ({ startedAt }) => formatInstant(startedAt, language) },
    {
      key: 'completed',
      header: text.completed,
      cell: ({ completedAt }) => (completedAt === null ? text.notComplete : formatInstant(completedAt, language)),
    },
    {
      key: 'failed',
      header: text.failed,
      align: 'end',
      cell: ({ failed }) => (failed < mostFailed ? failed : `${mostFailed.toLocaleString('en-US')}+`),
    },
  ]
  return (
    <DataTable
      caption={text.runs}
      captionHidden
      columns={columns}
      rows={runs}
      rowKey={({ runDate }) => runDate}
      rowHref={({ runDate }) => paths.staffRun({ date: runDate })}
      empty={text.noRuns}
    />
  )
}
