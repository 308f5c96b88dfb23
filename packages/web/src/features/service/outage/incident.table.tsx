import type {
  OutageSummary,
  PublicIncident,
  Territory,
} from '@coopline/contract/service/outage/public-outages.contract'
import { causeText, crewText } from '@coopline/rules/service/outage-display/incident.messages'
import { outageClock } from '@coopline/rules/service/outage-display/outage-clock'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useTablePage } from '../../../portal/page/use-table-page.ts'
import { useAreaNames } from './area-names.ts'

interface IncidentTableProps {
  readonly summary: OutageSummary
  readonly territory: Territory | undefined
  readonly now: Date
}

type Numbered = PublicIncident & { readonly number: number }

/** The listed incidents, numbered as on the map. */
export function IncidentTable({ summary: { incidents, timeZone }, territory, now }: IncidentTableProps) {
  const { everyone: text } = useText('outage')
  const { language } = useLanguage()
  const { pager } = useTableWords()
  const nameOf = useAreaNames(territory)
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
  const shown = useTablePage(rows)
  return (
    <Stack>
      <DataTable
        caption={text.list}
        captionHidden
        columns={columns}
        rows={shown.rows}
        rowKey={({ id }) => id}
        empty={text.none}
      />
      {rows.length > 10 && <Pager {...shown.pager} words={pager} />}
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
