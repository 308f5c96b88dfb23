import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type { StaffViewedImport, staffRuns } from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { FactList } from '../../../portal/page/fact-list.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useImportNames } from './use-import-names.ts'

const viewLine = 'GET /v3/staff/imports/{importNumber}' satisfies (typeof staffRuns)['viewImport']['call']

/** An import with its report. */
export function ImportPage() {
  const { view: text } = useText('staffRuns')
  const importNumber = usePageQuery().get('number') ?? ''
  return (
    <StaffPage title={text.importTitle} roles={staffRights.runs}>
      <p>
        <a href={paths.staffRuns()}>{text.back}</a>
      </p>
      {importNumber === '' ? <Alert tone="info" title={text.noImport} /> : <ImportReport params={{ importNumber }} />}
    </StaffPage>
  )
}

function ImportReport({ params }: { readonly params: { readonly importNumber: string } }) {
  const { view: text } = useText('staffRuns')
  const query = useStaffRead(viewLine, { params })
  return (
    <Loaded query={query} loading={text.loading} height="40rem">
      {(viewed) => (
        <>
          <Summary viewed={viewed} />
          {viewed.imported.length > 0 && <Files viewed={viewed} />}
          {viewed.entries.length > 0 && <Entries viewed={viewed} />}
        </>
      )}
    </Loaded>
  )
}

interface ViewedProps {
  readonly viewed: StaffViewedImport
}

function Summary({ viewed }: ViewedProps) {
  const { view: text, list } = useText('staffRuns')
  const { language } = useLanguage()
  const names = useImportNames()
  const { startedAt, endedAt, outcome, rows, errors, notices } = viewed
  return (
    <Card title={names.files(viewed)}>
      <Stack gap="large">
        {outcome === null && <Alert tone="info" title={text.notEnded} />}
        {outcome === 'failed' && <Alert tone="warning" title={text.failed} />}
        <FactList
          facts={[
            [list.kind, names.kind(viewed.kind)],
            [list.outcome, names.outcome(outcome)],
            [list.started, formatInstant(startedAt, language)],
            [text.ended, endedAt === null ? '–' : formatInstant(endedAt, language)],
            [list.rows, rows.toLocaleString('en-US')],
            [list.errors, errors.toLocaleString('en-US')],
            [text.notices, notices.toLocaleString('en-US')],
          ]}
        />
      </Stack>
    </Card>
  )
}

function Files({ viewed: { imported, files } }: ViewedProps) {
  const { view: text, list } = useText('staffRuns')
  const columns: readonly TableColumn<StaffViewedImport['imported'][number]>[] = [
    { key: 'name', header: list.file, rowHeader: true, cell: ({ name }) => name },
    { key: 'rows', header: list.rows, align: 'end', cell: ({ rows }) => rows.toLocaleString('en-US') },
    { key: 'stored', header: text.stored, align: 'end', cell: ({ stored }) => stored.toLocaleString('en-US') },
    { key: 'refused', header: text.refused, align: 'end', cell: ({ refused }) => refused.toLocaleString('en-US') },
  ]
  const isCut = files > imported.length && imported.length > 1
  return (
    <Card title={text.files}>
      <Stack>
        {isCut && <p>{text.firstOf(imported.length, files)}</p>}
        <DataTable
          caption={text.files}
          captionHidden
          columns={columns}
          rows={imported}
          rowKey={({ name }) => name}
          empty={null}
        />
      </Stack>
    </Card>
  )
}

/** Reports are in English. */
const inEnglish = (text: string) => <span lang="en">{text}</span>

function Entries({ viewed: { entries, errors, notices } }: ViewedProps) {
  const { view: text, list } = useText('staffRuns')
  const rows = entries.map((entry, place) => ({ ...entry, place }))
  const columns: readonly TableColumn<(typeof rows)[number]>[] = [
    { key: 'severity', header: text.severity, rowHeader: true, cell: ({ severity }) => text.severities[severity] },
    { key: 'file', header: list.file, cell: ({ file }) => file || '–' },
    { key: 'line', header: text.line, cell: ({ line }) => (line === 0 ? '–' : line) },
    { key: 'column', header: text.column, cell: ({ column }) => column || '–' },
    { key: 'reason', header: text.reason, cell: ({ reason }) => inEnglish(reason) },
  ]
  const all = errors + notices
  return (
    <Card title={text.entries}>
      <Stack>
        {all > entries.length && <p>{text.firstOf(entries.length, all)}</p>}
        <p>{text.noValues}</p>
        <DataTable
          caption={text.entries}
          captionHidden
          columns={columns}
          rows={rows}
          rowKey={({ place }) => place}
          empty={null}
        />
      </Stack>
    </Card>
  )
}
