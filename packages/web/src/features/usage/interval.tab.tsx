import type { IntervalAnswer } from '@coopline/contract/usage/usage.contract'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { noIntervalsMessage } from '@coopline/rules/usage/usage.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { useMemo, useState } from 'react'
import { Loaded } from '../../portal/loaded.tsx'
import { useTableWords } from '../../portal/table-words.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import type { ChartBar } from './chart-bars.ts'
import { BarChart, IntervalChart } from './chart-code.tsx'
import { ChartFrame, type LegendKey } from './chart-frame.tsx'
import { intervalPoints, type Intervals, isSolar, withGaps } from './interval-points.ts'
import { lines } from './usage-lines.ts'
import type { ViewProps } from './view-props.ts'
import { clockTime, measured } from './usage-words.ts'

interface IntervalViewProps extends ViewProps {
  readonly days: { readonly from: CalendarDate; readonly to: CalendarDate }
}

/** Interval usage: bars for a single day, a zoomable chart for several (US-59). */
export function IntervalView({ own, account, meterId, days }: IntervalViewProps) {
  const { loading } = useText('usage')
  const { language } = useLanguage()
  const query = useMemberRead(lines.intervals, {
    params: { ...own },
    query: { fromDate: days.from, toDate: days.to, meterId },
  })
  const shown = query.error === null ? query : ({ ...query, data: undefined } as typeof query)
  return (
    <Loaded query={shown} loading={loading} height="26rem">
      {(answer: IntervalAnswer) => {
        const [found] = answer.intervals
        if (found === undefined) return <Alert tone="info" title={noIntervalsMessage(days.from, language)} />
        return days.from === days.to ? (
          <OneDay intervals={found} day={days.from} isOver={days.from < account.today} />
        ) : (
          <ManyDays intervals={found} days={days} />
        )
      }}
    </Loaded>
  )
}

interface OneDayProps {
  readonly intervals: Intervals
  readonly day: CalendarDate
  readonly isOver: boolean
}

function OneDay({ intervals, day, isOver }: OneDayProps) {
  const text = useText('usage')
  const { language } = useLanguage()
  const { unitOfMeasure: unit } = intervals
  const label = text.chart.dayIntervals(formatUsDate(day), unit)
  const bars = withGaps(intervals, isOver).map(
    ({ startTime, value, received }): ChartBar => ({
      key: startTime,
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
    ...flowsOf(intervals),
    ...(bars.some(({ value }) => value === null) ? (['gap'] as const) : []),
  ]
  return (
    <Card title={label}>
      <ChartFrame
        sentences={sentencesOf(intervals, { from: day, to: day }, text.sentence, language)}
        legend={legend}
        keys={text.chart.keys}
        fileName={`usage-${day}`}
        table={<IntervalTable intervals={intervals} />}
      >
        {(toggleTable) => <BarChart label={label} bars={bars} tickText={String} onTable={toggleTable} />}
      </ChartFrame>
    </Card>
  )
}

/** The legend of the energy that an account used, and of what a solar member sent to the grid. */
const flowsOf = ({ values }: Intervals): readonly LegendKey[] =>
  isSolar(values) ? ['delivered', 'received'] : ['interval']

function ManyDays({ intervals, days }: { readonly intervals: Intervals; readonly days: IntervalViewProps['days'] }) {
  const text = useText('usage')
  const { language } = useLanguage()
  const points = useMemo(() => intervalPoints(intervals), [intervals])
  const label = text.chart.intervals(intervals.unitOfMeasure)
  return (
    <Card title={label}>
      <ChartFrame
        sentences={sentencesOf(intervals, days, text.sentence, language)}
        legend={flowsOf(intervals)}
        keys={text.chart.zoomKeys}
        fileName={`usage-${days.from}-${days.to}`}
        table={<IntervalTable intervals={intervals} />}
      >
        {(toggleTable) => (
          <IntervalChart
            key={`${days.from} ${days.to}`}
            label={label}
            points={points}
            unit={intervals.unitOfMeasure}
            onTable={toggleTable}
          />
        )}
      </ChartFrame>
    </Card>
  )
}

function sentencesOf(
  { values, unitOfMeasure: unit }: Intervals,
  { from, to }: IntervalViewProps['days'],
  text: ReturnType<typeof useText<'usage'>>['sentence'],
  language: ReturnType<typeof useLanguage>['language'],
): readonly string[] {
  const [first] = values
  if (first === undefined) return []
  const highest = values.reduce((most, one) => (one.value > most.value ? one : most), first)
  const total = values.reduce((sum, { value }) => sum + value, 0)
  return [
    text.intervals(measured(total, unit), formatUsDate(from), formatUsDate(to)),
    text.highestInterval(measured(highest.value, unit), momentOf(highest.startTime, language)),
  ]
}

const momentOf = (startTime: string, language: Parameters<typeof clockTime>[1]): string =>
  `${formatUsDate(startTime.slice(0, 10) as CalendarDate)}, ${clockTime(startTime, language)}`

const sizes = [50, 100] as const

/** The intervals as a table with pages. */
function IntervalTable({ intervals }: { readonly intervals: Intervals }) {
  const { table: text } = useText('usage')
  const { pager } = useTableWords()
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(sizes[1])
  const { values, unitOfMeasure: unit } = intervals
  const columns: readonly TableColumn<Intervals['values'][number]>[] = [
    { key: 'time', header: text.time, rowHeader: true, cell: ({ startTime }) => momentOf(startTime, language) },
    { key: 'usage', header: text.columns.usageValue, align: 'end', cell: ({ value }) => measured(value, unit) },
    ...(isSolar(values)
      ? [
          {
            key: 'received',
            header: text.received,
            align: 'end' as const,
            cell: ({ received = 0 }: Intervals['values'][number]) => measured(received, unit),
          },
        ]
      : []),
  ]
  return (
    <>
      <DataTable
        caption={text.intervals}
        columns={columns}
        rows={values.slice((page - 1) * size, page * size)}
        rowKey={({ startTime }) => startTime}
        empty={text.empty}
      />
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
