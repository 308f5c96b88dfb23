import type { MonthlyUsage } from '@coopline/contract/usage/usage/usage.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { noUsageInRangeMessage, noUsageMessage } from '@coopline/rules/usage/usage/usage.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { longMonth, shortMonth } from '../../../portal/text/calendar-words.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import type { ChartBar } from './chart-bars.ts'
import { BarChart } from './chart-code.tsx'
import { ChartFrame, type LegendKey } from './chart-frame.tsx'
import { lines } from './usage-lines.ts'
import type { ViewProps } from './view-props.ts'
import { measured } from './usage-words.ts'

/** Usage by calendar month, for the last 12 months or the searched ones (US-04, REQ-D-227). */
export function MonthlyTab({ own, meterId, searched }: ViewProps) {
  const { loading } = useText('usage')
  const { language } = useLanguage()
  const { from, to, isSearched } = searched
  const query = isSearched ? { fromDate: from, toDate: to } : {}
  const monthly = useMemberRead(lines.monthly, { params: { ...own }, query }, { keepPrevious: true })
  return (
    <Loaded query={monthly} loading={loading} height="26rem">
      {({ usagesByMeter }) => {
        const months = usagesByMeter.find((one) => one.meterId === meterId)?.monthlyUsages ?? []
        return months.length === 0 ? (
          <Alert
            tone="info"
            title={isSearched ? noUsageInRangeMessage(from, to, language) : noUsageMessage(language)}
          />
        ) : (
          <Months months={months} />
        )
      }}
    </Loaded>
  )
}

function Months({ months }: { readonly months: readonly MonthlyUsage[] }) {
  const text = useText('usage')
  const { language } = useLanguage()
  const unit = unitWords(months[0]?.unitOfMeasure ?? 'kWh', language)
  const label = text.chart.monthly(unit)
  const bars = months.map(
    (month): ChartBar => ({
      key: month.month,
      tick: shortMonth(month.month, language),
      name: longMonth(month.month, language),
      value: month.usageValue,
      received: month.receivedValue,
      kind: 'ordinary',
      isPartial: month.isPartial,
      facts: [
        measured(month.usageValue, unit) + (month.isPartial ? ` (${text.chart.partial})` : ''),
        ...(month.receivedValue === null || month.receivedValue === 0
          ? []
          : [text.chart.gaveBack(measured(month.receivedValue, unit))]),
        text.chart.daysWith(String(month.days)),
      ],
    }),
  )
  const highest = months.reduce((most, one) => (one.usageValue > most.usageValue ? one : most))
  const total = months.reduce((sum, { usageValue }) => sum + usageValue, 0)
  const isSolar = months.some(({ receivedValue }) => receivedValue !== null && receivedValue > 0)
  const legend: readonly LegendKey[] = [
    isSolar ? 'delivered' : 'month',
    ...(isSolar ? (['received'] as const) : []),
    ...(months.some(({ isPartial }) => isPartial) ? (['partial'] as const) : []),
  ]
  return (
    <Card title={label}>
      <ChartFrame
        sentences={[
          text.sentence.months(measured(total, unit), String(months.length)),
          text.sentence.highestMonth(measured(highest.usageValue, unit), longMonth(highest.month, language)),
        ]}
        legend={legend}
        keys={text.chart.keys}
        fileName={`usage-${months[0]?.month}-${months.at(-1)?.month}`}
        table={<MonthTable months={months} isSolar={isSolar} />}
      >
        {(toggleTable) => <BarChart label={label} bars={bars} tickText={String} onTable={toggleTable} />}
      </ChartFrame>
    </Card>
  )
}

function MonthTable({ months, isSolar }: { readonly months: readonly MonthlyUsage[]; readonly isSolar: boolean }) {
  const { table: text } = useText('usage')
  const { language } = useLanguage()
  const hasDemand = months.some(({ demandValue }) => demandValue !== null)
  const columns: readonly TableColumn<MonthlyUsage>[] = [
    { key: 'month', header: text.month, rowHeader: true, cell: ({ month }) => longMonth(month, language) },
    {
      key: 'usage',
      header: text.columns.usageValue,
      align: 'end',
      cell: (row) => measured(row.usageValue, unitWords(row.unitOfMeasure, language)),
    },
    ...(isSolar
      ? [
          {
            key: 'received',
            header: text.received,
            align: 'end' as const,
            cell: (row: MonthlyUsage) => measured(row.receivedValue ?? 0, unitWords(row.unitOfMeasure, language)),
          },
        ]
      : []),
    ...(hasDemand
      ? [
          {
            key: 'demand',
            header: text.demand,
            align: 'end' as const,
            cell: (row: MonthlyUsage) => (row.demandValue === null ? '' : measured(row.demandValue, 'kW')),
          },
        ]
      : []),
    { key: 'days', header: text.days, align: 'end', cell: ({ days }) => String(days) },
  ]
  return (
    <DataTable
      caption={text.months}
      columns={columns}
      rows={[...months].reverse()}
      rowKey={({ month }) => month}
      empty={text.empty}
    />
  )
}
