import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type { StaffViewedRun, staffRuns } from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { type CalendarDate, formatUsDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
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

const viewLine = 'GET /v3/staff/runs/{runDate}' satisfies (typeof staffRuns)['viewRun']['call']

/** The run of a day with what became of its items. */
export function RunPage() {
  const { view: text } = useText('staffRuns')
  const runDate = parseCalendarDate(usePageQuery().get('date') ?? '')
  return (
    <StaffPage title={text.runTitle} roles={staffRights.runs}>
      <p>
        <a href={paths.staffRuns()}>{text.back}</a>
      </p>
      {runDate === null ? <Alert tone="info" title={text.noRun} /> : <RunReport runDate={runDate} />}
    </StaffPage>
  )
}

function RunReport({ runDate }: { readonly runDate: CalendarDate }) {
  const { view: text } = useText('staffRuns')
  const query = useStaffRead(viewLine, { params: { runDate } })
  return (
    <Loaded query={query} loading={text.loading} height="40rem">
      {(run) => (
        <>
          <Summary run={run} />
          <Card title={text.items}>
            <Items items={run.items} />
          </Card>
        </>
      )}
    </Loaded>
  )
}

function Summary({ run }: { readonly run: StaffViewedRun }) {
  const { view: text, list } = useText('staffRuns')
  const { language } = useLanguage()
  const { runDate, fromDate, startedAt, completedAt, failed } = run
  return (
    <Card title={formatUsDate(runDate)}>
      <Stack gap="large">
        {failed > 0 && (
          <Alert tone="warning" title={text.itemsFailed}>
            <p>{text.itemsFailedMore}</p>
            <p>
              <code>coopline runs run --date {runDate} --retry-failed</code>
            </p>
          </Alert>
        )}
        <FactList
          facts={[
            [
              text.covers,
              fromDate === runDate ? formatUsDate(runDate) : text.days(formatUsDate(fromDate), formatUsDate(runDate)),
            ],
            [list.started, formatInstant(startedAt, language)],
            [list.completed, completedAt === null ? list.notComplete : formatInstant(completedAt, language)],
          ]}
        />
      </Stack>
    </Card>
  )
}

function Items({ items }: Pick<StaffViewedRun, 'items'>) {
  const { view: text, list, items: words } = useText('staffRuns')
  const kinds: Readonly<Record<string, string>> = words.kinds
  const reasons: Readonly<Record<string, string>> = words.reasons
  const columns: readonly TableColumn<StaffViewedRun['items'][number]>[] = [
    { key: 'kind', header: list.kind, rowHeader: true, cell: ({ kind }) => kinds[kind] ?? kind },
    { key: 'state', header: text.result, cell: ({ state }) => words.states[state] },
    { key: 'reason', header: text.reason, cell: ({ reason }) => (reason === '' ? '–' : (reasons[reason] ?? reason)) },
    { key: 'count', header: text.items, align: 'end', cell: ({ count }) => count.toLocaleString('en-US') },
    { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => formatUsd(amount) },
  ]
  return (
    <DataTable
      caption={text.items}
      captionHidden
      columns={columns}
      rows={items}
      rowKey={({ kind, state, reason }) => `${kind} ${state} ${reason}`}
      empty={text.noItems}
    />
  )
}
