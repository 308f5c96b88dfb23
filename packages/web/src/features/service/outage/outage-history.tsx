import type { outage, OutageHistoryRow } from '@coopline/contract/service/outage/outage.contract'
import { pastCauseText } from '@coopline/rules/service/outage-display/incident.messages'
import { restorationTime } from '@coopline/rules/service/outage-display/outage-clock'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import { ImportedWords } from '../../../portal/text/in-english.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useTablePage } from '../../../portal/page/use-table-page.ts'

const historyLine =
  'GET /v3/members/{memberNumber}/locations/{locationId}/outage-history' satisfies (typeof outage)['history']['call']

interface OutageHistoryProps {
  readonly memberNumber: string
  /** Empty when the cooperative's system has no location for the account, and so no outages. */
  readonly locationId: string
  readonly timeZone: string
}

/** Past outages at the account's location, newest first (OU-16, OU-17). */
export function OutageHistory({ memberNumber, locationId, timeZone }: OutageHistoryProps) {
  const { loading } = useText('outage')
  const enabled = locationId !== ''
  const query = useMemberRead(historyLine, { params: { memberNumber, locationId } }, { enabled })
  if (!enabled) return <HistoryTable rows={[]} timeZone={timeZone} />
  return (
    <Loaded query={query} loading={loading} height="16rem">
      {({ results }) => <HistoryTable rows={results} timeZone={timeZone} />}
    </Loaded>
  )
}

const newestFirst = (one: OutageHistoryRow, other: OutageHistoryRow): number =>
  other.timeOfInterruption.localeCompare(one.timeOfInterruption)

interface HistoryTableProps {
  readonly rows: readonly OutageHistoryRow[]
  readonly timeZone: string
}

function HistoryTable({ rows, timeZone }: HistoryTableProps) {
  const { history: text, tabs } = useText('outage')
  const { pager } = useTableWords()
  const written = (instant: string) => restorationTime(new Date(instant), timeZone)
  const causeOf = ({ description }: OutageHistoryRow) => (
    <ImportedWords known={pastCauseText}>{description}</ImportedWords>
  )
  const columns: readonly TableColumn<OutageHistoryRow>[] = [
    { key: 'from', header: text.from, rowHeader: true, cell: (row) => written(row.timeOfInterruption) },
    {
      key: 'until',
      header: text.until,
      cell: ({ timeOfRestored }) => (timeOfRestored === null ? text.ongoing : written(timeOfRestored)),
    },
    { key: 'description', header: text.description, cell: causeOf },
    { key: 'account', header: text.account, cell: (row) => row.accountNumber },
  ]
  const shown = useTablePage([...rows].sort(newestFirst))
  return (
    <Card>
      <Stack>
        <DataTable
          caption={tabs.history}
          captionHidden
          columns={columns}
          rows={shown.rows}
          rowKey={(row) => `${row.accountNumber} ${row.timeOfInterruption}`}
          empty={text.empty}
        />
        <Pager {...shown.pager} words={pager} />
      </Stack>
    </Card>
  )
}
