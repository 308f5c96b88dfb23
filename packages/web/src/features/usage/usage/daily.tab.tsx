import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { noIntervalsMessage, noUsageInRangeMessage, noUsageMessage } from '@coopline/rules/usage/usage/usage.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { type ChartBar } from './chart-bars.ts'
import { BarChart } from './chart-code.tsx'
import { ChartFrame, type LegendKey } from './chart-frame.tsx'
import { dailyBars, type UnitMode, type UsageOfMeter, weatherLines } from './daily-bars.ts'
import { dailySentences } from './daily-sentences.ts'
import { DailyTable } from './daily.table.tsx'
import { Intervals, useIntervals } from './interval.tab.tsx'
import { UnitModes } from './unit-modes.tsx'
import { lines } from './usage-lines.ts'
import { UsageSummaryCards } from './usage-summary-cards.tsx'
import type { ViewProps } from './view-props.ts'
import styles from './usage.module.css'

/**
 * Daily usage with weather. Pressing a bar opens the intervals of its day (US-20). The days stay until the intervals are there, and
 * for good where there are none.
 */
export function DailyTab(props: ViewProps) {
  const { chart: text } = useText('usage')
  const [day, setDay] = useState<CalendarDate | null>(null)
  const { searched } = props
  const [seen, setSeen] = useState(searched)
  if (seen !== searched) {
    setSeen(searched)
    setDay(null)
  }
  const intervals = useIntervals(props, day && { from: day, to: day })
  const hasNone = intervals.data?.blocks.length === 0
  if (day === null || hasNone || (intervals.isPending && intervals.error === null)) {
    return <Days {...props} onDay={setDay} opened={day && { day, isLoading: !hasNone }} />
  }
  return (
    <>
      <div className={styles.backToDays}>
        <Button variant="quiet" ref={focusOnce} onClick={() => setDay(null)}>
          {text.backToDays}
        </Button>
      </div>
      <Intervals query={intervals} days={{ from: day, to: day }} />
    </>
  )
}

/** The focused bar has disappeared, so move the focus to the back button. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus()

interface DaysProps extends ViewProps {
  readonly onDay: (day: CalendarDate) => void
  /** The pressed day, whose intervals are loading or do not exist. */
  readonly opened: { readonly day: CalendarDate; readonly isLoading: boolean } | null
}

function Days(props: DaysProps) {
  const { own, meterId, searched } = props
  const { loading } = useText('usage')
  const [compares, setCompares] = useState(false)
  const range = { fromDate: searched.from, toDate: searched.to }
  const daily = useMemberRead(
    lines.daily,
    { params: { ...own }, query: { ...range, ...(compares ? { previousYear: 'Y' as const } : {}) } },
    { keepPrevious: true },
  )
  // Draw the chart without weather while it loads and when it fails.
  const weather = useMemberRead(lines.temperatures, { params: { ...own }, query: range }, { keepPrevious: true })
  const shown = daily.error === null ? daily : { ...daily, data: undefined }
  return (
    <Loaded query={shown as typeof daily} loading={loading} height="30rem">
      {({ usagesByMeter }) => {
        const meter = usagesByMeter.find((one) => one.meterId === meterId)
        return meter === undefined || meter.meterUsages.length === 0 ? (
          <NoDays {...props} />
        ) : (
          <DaysOf {...props} meter={meter} weather={weather.data} compares={compares} onCompare={setCompares} />
        )
      }}
    </Loaded>
  )
}

function NoDays({ searched }: ViewProps) {
  const { language } = useLanguage()
  const { from, to, isSearched } = searched
  return <Alert tone="info" title={isSearched ? noUsageInRangeMessage(from, to, language) : noUsageMessage(language)} />
}

interface DaysOfProps extends DaysProps {
  readonly meter: UsageOfMeter
  readonly weather: Parameters<typeof weatherLines>[0]
  readonly compares: boolean
  readonly onCompare: (compares: boolean) => void
}

function DaysOf(props: DaysOfProps) {
  const { own, account, meter, weather, searched, compares, onCompare, onDay, opened } = props
  const text = useText('usage')
  const { language } = useLanguage()
  const [wanted, setMode] = useState<UnitMode>('usage')
  const opensDays = hasFeature(useSite(), 'MDMEnabled')
  const isPrepaid = account.isPrepaidAccount
  const hasDemand = meter.meterUsages.some(({ demandValue }) => demandValue !== null)
  const modes: readonly UnitMode[] = [
    'usage',
    ...(hasDemand ? (['demand'] as const) : []),
    ...(isPrepaid ? (['dollars'] as const) : []),
  ]
  const mode = modes.includes(wanted) ? wanted : 'usage'
  const usageUnit = unitWords(meter.meterUsages[0]?.unitOfMeasure ?? 'kWh', language)
  const unit = { usage: usageUnit, demand: 'kW', dollars: '$' }[mode]
  const { from, to } = searched
  const ofOpened = opened && (opened.isLoading ? text.loading : noIntervalsMessage(opened.day, language))
  const bars = dailyBars({ meter, weather, mode, unit, from, to, language, text: text.chart }).map((bar) =>
    ofOpened !== null && bar.key === opened?.day ? { ...bar, facts: [...bar.facts, ofOpened] } : bar,
  )
  const sky = weatherLines(weather, bars)
  const label = text.chart.daily(unit)
  const prepaid = useMemberRead(lines.prepaidSummary, { params: { ...own } }, { enabled: mode === 'dollars' })
  return (
    <div className={styles.view}>
      <div className={styles.controls} data-print="no">
        <UnitModes modes={modes} selected={mode} unit={usageUnit} onSelect={setMode} />
        {mode === 'usage' && (
          <CheckboxField label={text.compare} checked={compares} onChange={({ target }) => onCompare(target.checked)} />
        )}
      </div>
      <Card title={label}>
        {/* The bar's facts are an overlay: what they say about the intervals moves nothing on the page. */}
        <VisuallyHidden live="polite">{ofOpened ?? ''}</VisuallyHidden>
        <ChartFrame
          sentences={dailySentences({ bars, mode, unit, from, to, text: text.sentence })}
          legend={legendOf(bars, sky.length > 0)}
          hint={opensDays ? text.chart.open : undefined}
          tapHint={opensDays ? text.chart.tap : undefined}
          keys={text.chart.keys}
          fileName={`usage-${from}-${to}`}
          table={<DailyTable own={own} account={account} meterId={meter.meterId} searched={searched} />}
        >
          {(toggleTable) => (
            <BarChart
              label={label}
              bars={bars}
              lines={sky}
              tickText={(value) => (mode === 'dollars' ? `$${value / 100}` : String(value))}
              onOpen={opensDays ? (key) => onDay(key as CalendarDate) : undefined}
              onTable={toggleTable}
            />
          )}
        </ChartFrame>
      </Card>
      <UsageSummaryCards
        unit={usageUnit}
        summary={meter.summarization}
        weather={weather?.weatherSummarization}
        prepaid={mode === 'dollars' ? prepaid : undefined}
      />
    </div>
  )
}

function legendOf(bars: readonly ChartBar[], hasWeather: boolean): readonly LegendKey[] {
  const has = (is: (bar: ChartBar) => boolean) => bars.some(is)
  const isSolar = has(({ received }) => received !== undefined && received !== null && received > 0)
  const kinds = (['ordinary', 'weekend', 'estimate', 'keyed'] as const).filter((kind) =>
    has((bar) => bar.value !== null && bar.kind === kind),
  )
  return [
    ...kinds,
    ...(isSolar ? (['received'] as const) : []),
    ...(has(({ isPartial }) => isPartial === true) ? (['partial'] as const) : []),
    ...(has(({ value }) => value === null) ? (['gap'] as const) : []),
    ...(has(({ before }) => before !== undefined && before !== null) ? (['before'] as const) : []),
    ...(hasWeather ? (['high', 'average', 'low'] as const) : []),
  ]
}
