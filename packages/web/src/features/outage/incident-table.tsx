import type { OutageSummary, PublicIncident } from '@coopline/contract/outage/public-outages.contract'
import { causeText, crewText } from '@coopline/rules/outage-display/incident.messages'
import { outageClock } from '@coopline/rules/outage-display/outage-clock'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { useTableWords } from '../../portal/table-words.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useAreaNames } from './area-names.ts'

const sizes = [10, 25, 50, 100] as const

interface IncidentTableProps {
  readonly summary: OutageSummary
  readonly now: Date
}

type Numbered = PublicIncident & { readonly number: number }

/** The listed incidents, numbered as on the map. */
export function IncidentTable({ summary: { incidents, timeZone }, now }: IncidentTableProps) {
  const { everyone: text } = useText('outage')
  const { language } = useLanguage()
  const { pager } = useTableWords()
  const nameOf = useAreaNames()
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(10)
  const clock = (instant: string) => outageClock(new Date(instant), { timeZone, language, now })
  const columns: readonly TableColumn<Numbered>[] = [
    {
      key: 'outage',
      header: text.outage,
      rowHeader: true,
      cell: ({ number, area }) => `${number}. ${nameOf(area) ?? text.elsewhere}`,
    },
    {
      key: 'customers',
      header: text.customers,
      align: 'end',
      cell: ({ customers }) => customers?.toLocaleString('en-US') ?? text.fewerThanFive,
    },
    { key: 'since', header: text.since, cell: ({ startedAt }) => clock(startedAt) },
    {
      key: 'estimate',
      header: text.estimate,
      cell: (incident) => estimateOf({ incident, now, clock }),
    },
    { key: 'cause', header: text.cause, cell: ({ cause }) => causeText(cause, language) },
    { key: 'crew', header: text.crew, cell: ({ crew }) => crewText(crew, language) },
  ]
  const rows = incidents.map((incident, place) => ({ ...incident, number: place + 1 }))
  const first = (page - 1) * pageSize
  return (
    <Stack>
      <DataTable
        caption={text.list}
        captionHidden
        columns={columns}
        rows={rows.slice(first, first + pageSize)}
        rowKey={({ id }) => id}
        empty={text.none}
      />
      {rows.length > sizes[0] && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={rows.length}
          sizes={sizes}
          onPage={setPage}
          onSize={(size) => {
            setPageSize(size)
            setPage(1)
          }}
          words={pager}
        />
      )}
    </Stack>
  )
}

const estimateOf = (props: EstimateProps) => <Estimate {...props} />

interface EstimateProps {
  readonly incident: PublicIncident
  readonly now: Date
  /** Formats an instant in the visitor's language. */
  readonly clock: (instant: string) => string
}

/** The estimated restoration time, a note when it has passed or is unknown, and the first estimate. */
function Estimate({ incident: { estimate, firstEstimate }, now, clock }: EstimateProps) {
  const { everyone: text } = useText('outage')
  const current = () => {
    if (estimate === null) return text.notKnown
    return Date.parse(estimate) < now.getTime() ? text.late(clock(estimate)) : clock(estimate)
  }
  return (
    <>
      {current()}
      {firstEstimate !== null && <div>{text.first(clock(firstEstimate))}</div>}
    </>
  )
}
