import type { InsightsAnswer } from '@coopline/contract/usage/insights/insights.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { Card } from '@coopline/ui/card'
import { type Fact, Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { hourName } from '../../../portal/text/calendar-words.ts'
import { numberFormat } from '../../../portal/text/formats.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { BillChangeCard } from './bill-change.card.tsx'
import { formatNumber } from './format-figure.ts'
import styles from './insights.module.css'

type Texts = TextsOf<'insights'>

interface InsightsProps {
  readonly memberNumber: string
  readonly accountNumber: string
}

/** Shows an account's usage insights and why its newest bill changed. */
export function InsightsCard(own: InsightsProps) {
  const text = useText('insights')
  const { language } = useLanguage()
  const insights = useMemberRead('GET /v3/members/{memberNumber}/accounts/{accountNumber}/insights', {
    params: { ...own },
  })
  const { data } = insights
  const facts = data === undefined ? [] : factsOf(data, text, language)
  return (
    <Stack gap="large">
      <Card title={text.title}>
        <Loaded query={insights} loading={text.loading} height="12rem">
          {({ through }) =>
            facts.length === 0 || through === null ? (
              <p>{text.tooThin}</p>
            ) : (
              <Stack>
                <p className={styles.small}>{text.through(formatUsDate(through))}</p>
                <Facts facts={facts} />
              </Stack>
            )
          }
        </Loaded>
      </Card>
      {data?.newestBill && <BillChangeCard {...own} billDate={data.newestBill} />}
    </Stack>
  )
}

/** Builds the sentences, with their figures as small print. */
function factsOf(data: InsightsAnswer, text: Texts, language: Language): readonly Fact[] {
  const format = formatsOf(language)
  const lists = [
    data.projectedBill === null ? [] : [projectedFact(data.projectedBill, text.projected, format)],
    data.comparison === null ? [] : [comparisonFact(data.comparison, text.comparison, format)],
    data.baseLoad === null ? [] : [baseLoadFact(data.baseLoad, text.baseLoad, format)],
    data.highestHour === null ? [] : [highestHourFact(data.highestHour, text.highestHour, format)],
  ]
  return lists.flat()
}

const wholeFormat = numberFormat({ maximumFractionDigits: 0 })

const formatsOf = (language: Language) => ({
  number: (value: number) => wholeFormat(language).format(value),
  kwh: (wattHours: number) => formatNumber(wattHours / 1_000, language),
  percent: (share: number) => `${formatNumber(share * 100, language)}%`,
  hour: (hour: number) => hourName(hour, language),
})
type Formats = ReturnType<typeof formatsOf>

function projectedFact(
  bill: NonNullable<InsightsAnswer['projectedBill']>,
  text: Texts['projected'],
  { number, kwh, percent }: Formats,
): Fact {
  const range = text.note(formatUsDate(bill.from), formatUsDate(bill.to), formatUsd(bill.low), formatUsd(bill.high))
  const basis = text.basis(number(bill.daysRead), kwh(bill.usedSoFar), kwh(bill.used))
  const error = text.error(number(bill.triedOn), percent(bill.medianError), percent(bill.band))
  return { label: text.label, value: text.value(formatUsd(bill.amount)), note: `${range} ${basis} ${error}` }
}

function comparisonFact(
  found: NonNullable<InsightsAnswer['comparison']>,
  text: Texts['comparison'],
  { number, kwh, percent }: Formats,
): Fact {
  const change = found.expected === 0 ? 0 : found.used / found.expected - 1
  const size = percent(Math.round(Math.abs(change) * 100) / 100)
  const value = Math.abs(change) < 0.005 ? text.same : change < 0 ? text.less(size) : text.more(size)
  const note = text.note(formatUsDate(found.from), formatUsDate(found.to), kwh(found.used), kwh(found.expected))
  const degreeDays = (heating: number, cooling: number) => number(heating + cooling)
  const basis = text.basis(
    kwh(found.usedYearAgo),
    degreeDays(found.heating, found.cooling),
    degreeDays(found.heatingYearAgo, found.coolingYearAgo),
    percent(found.share),
  )
  return { label: text.label, value, note: `${note} ${basis}` }
}

const baseLoadFact = (
  { watts, sharePercent, days }: NonNullable<InsightsAnswer['baseLoad']>,
  text: Texts['baseLoad'],
  { number, percent }: Formats,
): Fact => ({
  label: text.label,
  value: text.value(number(watts)),
  note: text.note(percent(sharePercent / 100), number(days)),
})

const highestHourFact = (
  { day, hour, used }: NonNullable<InsightsAnswer['highestHour']>,
  text: Texts['highestHour'],
  { kwh, hour: clock }: Formats,
): Fact => ({
  label: text.label,
  value: text.value(kwh(used)),
  note: text.note(formatUsDate(day), clock(hour), clock(hour + 1)),
})
