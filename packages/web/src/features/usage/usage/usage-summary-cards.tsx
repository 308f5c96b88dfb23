import type { PrepaidSummary, Summarization, Temperatures } from '@coopline/contract/usage/usage/usage.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { type Fact, Facts } from '@coopline/ui/facts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { degrees, measured } from './usage-words.ts'
import styles from './usage.module.css'

interface UsageSummaryCardsProps {
  readonly unit: string
  readonly summary: Summarization
  readonly weather: Temperatures['weatherSummarization'] | undefined
  /** Present in the Dollars mode of a prepaid account (US-29 to US-36, US-57). */
  readonly prepaid: UseQueryResult<PrepaidSummary> | undefined
}

type OnDay = { readonly value: number; readonly date: CalendarDate } | null

/** Summary cards for usage, weather and prepaid costs (US-22 to US-36). */
export function UsageSummaryCards({ unit, summary, weather, prepaid }: UsageSummaryCardsProps) {
  const text = useText('usage')
  const { summary: words } = text
  const onDay = (label: string, found: OnDay, write: (value: number) => string): readonly Fact[] =>
    found === null ? [] : [{ label, value: write(found.value), note: formatUsDate(found.date) }]
  const amount = (value: number) => measured(value, unit)
  const plain = (label: string, value: number | null, write = amount): readonly Fact[] =>
    value === null ? [] : [{ label, value: write(value) }]
  return (
    <div className={styles.cards}>
      <Card title={words.title}>
        <Facts
          facts={[
            ...onDay(words.lowest, summary.lowestUsage, amount),
            ...onDay(words.highest, summary.highestUsage, amount),
            ...plain(words.average, summary.averageConsumption),
            ...plain(words.maxDemand, summary.maxDemand, (value) => measured(value, 'kW')),
            ...plain(words.total, summary.totalConsumption),
            ...(weather === undefined
              ? []
              : [
                  ...onDay(words.lowestTemperature, weather.lowestTemperature, degrees),
                  ...onDay(words.highestTemperature, weather.highestTemperature, degrees),
                  ...(weather.lowestTemperature === null
                    ? []
                    : [
                        {
                          label: words.degreeDays,
                          value: `${Math.round(weather.heatingDegreeDays)} / ${Math.round(weather.coolingDegreeDays)}`,
                        },
                      ]),
                ]),
          ]}
        />
      </Card>
      {prepaid !== undefined && (
        <Card title={text.prepaid.title}>
          <Loaded query={prepaid} loading={text.loading} height="12rem">
            {(found) => <PrepaidFacts found={found} />}
          </Loaded>
        </Card>
      )}
    </div>
  )
}

function PrepaidFacts({ found }: { readonly found: PrepaidSummary }) {
  const { prepaid: text, summary } = useText('usage')
  const { language } = useLanguage()
  const unit = unitWords(found.unitOfMeasure, language)
  const money = (value: PrepaidSummary['avgDailyChg']) => (value === null ? summary.none : formatUsd(value))
  return (
    <Facts
      facts={[
        { label: text.balance, value: money(found.currentBalance) },
        { label: text.average, value: money(found.avgDailyChg) },
        {
          label: text.lastUsage,
          value: found.lastEnergyUsage === null ? summary.none : measured(found.lastEnergyUsage, unit),
        },
        { label: text.lastCharge, value: money(found.lastDailyEnergyChg) },
        { label: text.lastPayment, value: money(found.lastPaymentAmount) },
        { label: text.arrears, value: money(found.arreCapture) },
        {
          label: text.lastPaymentDate,
          value: found.lastPaymentDate === null ? summary.none : formatUsDate(found.lastPaymentDate),
        },
        { label: text.unit, value: unit },
      ]}
    />
  )
}
