import type { IntervalBlocks } from '@coopline/contract/usage/usage/usage.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { noIntervalsMessage } from '@coopline/rules/usage/usage/usage.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { useMemo, useState } from 'react'
import { clockTime } from '../../../portal/text/calendar-words.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import type { ChartBar } from './chart-bars.ts'
import { BarChart, IntervalChart } from './chart-code.tsx'
import { ChartFrame, type LegendKey } from './chart-frame.tsx'
import { atSpacing, intervalPoints, type IntervalPoints, localStart, withGaps } from './interval-points.ts'
import { lines } from './usage-lines.ts'
import type { ViewProps } from './view-props.ts'
import { measured } from './usage-words.ts'

interface DayRange {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

interface IntervalViewProps extends ViewProps {
  readonly days: DayRange
}

/** Loads the intervals of some days; nothing without days. */
export function useIntervals({ own, meterId }: Pick<ViewProps, 'own' | 'meterId'>, days: DayRange | null) {
  const range = { fromDate: days?.from ?? '', toDate: days?.to ?? '' }
  const query = useMemberRead(
    lines.intervalBlocks,
    { params: { ...own }, query: { ...range, meterId } },
    { enabled: days !== null },
  )
  const spacing = useSpacing({ own, meterId })
  const answer = query.error === null ? query.data : undefined
  const data = useMemo(() => answer && (spacing === null ? answer : atSpacing(answer, spacing)), [answer, spacing])
  return { ...query, data } as typeof query
}

const minutesOf = { five: 5, fifteen: 15, thirty: 30, sixty: 60 } as const

/** The spacing that the meter's attributes name, in minutes; `null` without attributes. */
function useSpacing({ own, meterId }: Pick<ViewProps, 'own' | 'meterId'>): number | null {
  const isOffered = hasFeature(useSite(), 'MdmCloudEnabled')
  const { data } = useMemberRead(lines.attributes, { params: { ...own, meterId } }, { enabled: isOffered })
  const interval = data?.attributes[0]?.interval
  return interval === undefined ? null : minutesOf[interval]
}

/** Interval usage of the searched days. */
export function IntervalTab({ own, meterId, days }: IntervalViewProps) {
  return <Intervals query={useIntervals({ own, meterId }, days)} days={days} />
}

interface IntervalsProps {
  readonly query: ReturnType<typeof useIntervals>
  readonly days: DayRange
}

/** Bars for a single day, a zoomable chart for several (US-59). */
export function Intervals({ query, days }: IntervalsProps) {
  const { loading } = useText('usage')
  const { language } = useLanguage()
  return (
    <Loaded query={query} loading={loading} height="26rem">
      {(answer: IntervalBlocks) => {
        if (answer.blocks.length === 0) return <Alert tone="info" title={noIntervalsMessage(days.from, language)} />
        return days.from === days.to ? (
          <OneDay intervals={answer} day={days.from} />
        ) : (
          <ManyDays intervals={answer} days={days} />
        )
      }}
    </Loaded>
  )
}

interface OneDayProps {
  readonly intervals: IntervalBlocks
  readonly day: CalendarDate
}

function OneDay({ intervals, day }: OneDayProps) {
  const text = useText('usage')
  const { language } = useLanguage()
  const unit = unitWords(intervals.unitOfMeasure, language)
  const points = useMemo(() => intervalPoints(intervals), [intervals])
  const label = text.chart.dayIntervals(formatUsDate(day), unit)
  const bars = withGaps(intervals).map(
    ({ at, startTime, value, received }): ChartBar => ({
      key: String(at),
      tick: clockTime(startTime, language),
      name: clockTime(startTime, language),
      value,
      received,
      kind: 'ordinary',
      facts: [
        value === null ? text.chart.none : measured(value, unit),
        ...(received === null || received === 0 ? [] : [text.chart.gaveBack(measured(received, unit))]),
      ],
    }),
  )
  const legend: readonly LegendKey[] = [
    ...flowsOf(points),
    ...(bars.some(({ value }) => value === null) ? (['gap'] as const) : []),
  ]
  return (
    <Card title={label}>
      <ChartFrame
        sentences={sentencesOf(points, unit, { from: day, to: day }, text.sentence, language)}
        legend={legend}
        keys={text.chart.keys}
        fileName={`usage-${day}`}
        table={<IntervalTable points={points} unit={unit} />}
      >
        {(toggleTable) => <BarChart label={label} bars={bars} tickText={String} onTable={toggleTable} />}
      </ChartFrame>
    </Card>
  )
}

/** The legend of the energy that an account used, and of what a solar member sent to the grid. */
const flowsOf = ({ received }: IntervalPoints): readonly LegendKey[] =>
  received === null ? ['interval'] : ['delivered', 'received']

interface ManyDaysProps {
  readonly intervals: IntervalBlocks
  readonly days: DayRange
}

function ManyDays({ intervals, days }: ManyDaysProps) {
  const text = useText('usage')
  const { language } = useLanguage()
  const unit = unitWords(intervals.unitOfMeasure, language)
  const points = useMemo(() => intervalPoints(intervals), [intervals])
  const label = text.chart.intervals(unit)
  return (
    <Card title={label}>
      <ChartFrame
        sentences={sentencesOf(points, unit, days, text.sentence, language)}
        legend={flowsOf(points)}
        keys={text.chart.zoomKeys}
        fileName={`usage-${days.from}-${days.to}`}
        table={<IntervalTable points={points} unit={unit} />}
      >
        {(toggleTable) => (
          <IntervalChart
            key={`${days.from} ${days.to}`}
            label={label}
            points={points}
            unit={unit}
            onTable={toggleTable}
          />
        )}
      </ChartFrame>
    </Card>
  )
}

function sentencesOf(
  points: IntervalPoints,
  unit: string,
  { from, to }: DayRange,
  text: ReturnType<typeof useText<'usage'>>['sentence'],
  language: ReturnType<typeof useLanguage>['language'],
): readonly string[] {
  const { values } = points
  const highest = values.reduce((most, value, index) => (value > (values[most] ?? 0) ? index : most), 0)
  const total = values.reduce((sum, value) => sum + value, 0)
  return [
    text.intervals(measured(total, unit), formatUsDate(from), formatUsDate(to)),
    text.highestInterval(measured(values[highest] ?? 0, unit), momentOf(localStart(points, highest), language)),
  ]
}

const momentOf = (startTime: string, language: Parameters<typeof clockTime>[1]): string =>
  `${formatUsDate(startTime.slice(0, 10) as CalendarDate)}, ${clockTime(startTime, language)}`

const sizes = [50, 100] as const

interface IntervalTableProps {
  readonly points: IntervalPoints
  readonly unit: string
}

/** The intervals as a table with pages. */
function IntervalTable({ points, unit }: IntervalTableProps) {
  const { table: text } = useText('usage')
  const { pager } = useTableWords()
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(sizes[1])
  const { values, received } = points
  const quantityOf = (amounts: Float64Array) => (index: number) => measured(amounts[index] ?? 0, unit)
  /** A row is the index of its interval. */
  const columns: readonly TableColumn<number>[] = [
    {
      key: 'time',
      header: text.time,
      rowHeader: true,
      cell: (index) => momentOf(localStart(points, index), language),
    },
    { key: 'usage', header: text.columns.usageValue, align: 'end', cell: quantityOf(values) },
    ...(received === null
      ? []
      : [{ key: 'received', header: text.received, align: 'end' as const, cell: quantityOf(received) }]),
  ]
  const first = (page - 1) * size
  const rows = Array.from({ length: Math.min(size, values.length - first) }, (_none, index) => first + index)
  return (
    <>
      <DataTable caption={text.intervals} columns={columns} rows={rows} rowKey={String} empty={text.empty} />
      {values.length > sizes[0] && (
        <Pager
          page={page}
          pageSize={size}
          total={values.length}
          sizes={sizes}
          onPage={setPage}
          onSize={(next) => {
            setSize(next)
            setPage(1)
          }}
          words={pager}
        />
      )}
    </>
  )
}
