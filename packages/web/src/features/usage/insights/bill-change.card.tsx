import { chargeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import type { WireBillChange } from '@coopline/contract/usage/insights/insights.contract'
import { type ChangePart, mainCauses } from '@coopline/rules/usage/insights/bill-change'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { Fragment } from 'react'
import { ImportedWords } from '../../../portal/text/in-english.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { formatFigure, signed } from './format-figure.ts'
import styles from './insights.module.css'

type Texts = TextsOf<'billChange'>
type Comparison = 'previous' | 'yearAgo'

interface BillChangeCardProps {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly billDate: CalendarDate
}

/**
 * Explains why a bill differs from the previous one and from the same month last year, in a sentence with the figures behind it.
 */
export function BillChangeCard(params: BillChangeCardProps) {
  const text = useText('billChange')
  const change = useMemberRead('GET /v3/members/{memberNumber}/accounts/{accountNumber}/bills/{billDate}/change', {
    params: { ...params },
  })
  return (
    <Card title={text.title}>
      <Loaded query={change} loading={text.loading} height="12rem">
        {({ previous, yearAgo }) =>
          previous === null ? (
            <p>{text.first}</p>
          ) : (
            <Stack gap="large">
              <Change change={previous} comparison="previous" />
              {yearAgo !== null && <Change change={yearAgo} comparison="yearAgo" />}
              <p className={styles.small}>
                {text.method}{' '}
                {[previous, yearAgo].some((one) => one !== null && splitsWeather(one)) && text.weatherMethod}
              </p>
            </Stack>
          )
        }
      </Loaded>
    </Card>
  )
}

interface ChangeProps {
  readonly change: WireBillChange
  readonly comparison: Comparison
}

function Change({ change, comparison }: ChangeProps) {
  const text = useText('billChange')
  return (
    <Stack gap="small">
      <h3 className={styles.heading}>{text.table.caption(text[comparison], formatUsDate(change.billDate))}</h3>
      <p>{sentenceOf(change, comparison, text)}</p>
      {change.parts.length > 0 && <Parts change={change} comparison={comparison} />}
      {change.notes.map((note) => (
        <p key={note} className={styles.small}>
          {text.notes[note]}
        </p>
      ))}
    </Stack>
  )
}

type Row = Omit<ChangePart, 'code'> & { readonly code: ChangePart['code'] | 'total' }

function Parts({ change, comparison }: ChangeProps) {
  const text = useText('billChange')
  const { language } = useLanguage()
  const isApart = splitsWeather(change)
  // One element: on a phone, each part of a cell would stand apart.
  const figuresOf = (figures: Row['figures']) => (
    <span>
      {figures.map((figure, place) => (
        <Fragment key={`${figure.kind} ${figure.name}`}>
          {place > 0 && '; '}
          {figure.kind === 'line' && <LineName>{figure.name}</LineName>}
          {formatFigure(figure, text.figures, language)}
        </Fragment>
      ))}
    </span>
  )
  const columns: readonly TableColumn<Row>[] = [
    {
      key: 'cause',
      header: text.table.cause,
      rowHeader: true,
      cell: ({ code }) => (code === 'total' ? text.table.total : text.parts[nameOf(code, isApart)]),
    },
    {
      key: 'figures',
      header: text.table.figures,
      cell: ({ code, figures }) =>
        code === 'total'
          ? text.table.totals(formatUsd(change.before), formatUsd(change.after))
          : figures.length > 0 && figuresOf(figures),
    },
    { key: 'effect', header: text.table.effect, align: 'end', cell: ({ amount }) => signed(formatUsd(amount), amount) },
  ]
  return (
    <DataTable
      caption={text.table.caption(text[comparison], formatUsDate(change.billDate))}
      captionHidden
      columns={columns}
      rows={[...change.parts, { code: 'total', amount: change.difference, figures: [] }]}
      rowKey={({ code }) => code}
      empty={null}
    />
  )
}

/** The description of a line, as it is on the bill. */
const LineName = ({ children }: { readonly children: string }) => (
  <>
    <ImportedWords known={chargeWords}>{children}</ImportedWords>:{' '}
  </>
)

const splitsWeather = ({ parts }: WireBillChange): boolean => parts.some(({ code }) => code === 'weather')
const nameOf = (code: ChangePart['code'], isApart: boolean) => (code === 'usage' && isApart ? 'usageApart' : code)

/** The summary sentence above the figures. */
function sentenceOf(change: WireBillChange, comparison: Comparison, text: Texts): string {
  const { difference } = change
  const { main, offset } = mainCauses(change)
  const against = text.against[comparison]
  const causeOf = ({ code, amount }: ChangePart) =>
    text.causes[nameOf(code, splitsWeather(change))][amount > 0 ? 'up' : 'down']
  if (difference === 0) return [text.same(against), ...sameCauses(change, text, causeOf)].join(' ')
  const amount = formatUsd(cents(Math.abs(difference)))
  const sentence = difference > 0 ? text.higher(amount, against) : text.lower(amount, against)
  if (main === null) return `${sentence}.`
  return [text.because(sentence, causeOf(main)), ...(offset === null ? [] : [text.offset(causeOf(offset))])].join(' ')
}

function sameCauses(change: WireBillChange, text: Texts, causeOf: (part: ChangePart) => string): readonly string[] {
  const level = change.parts.find(({ code }) => code === 'leveling')
  if (level !== undefined) {
    const amount = formatUsd(cents(Math.abs(level.amount)))
    return [level.amount < 0 ? text.levelUp(amount) : text.levelDown(amount)]
  }
  const { main, offset } = mainCauses(change)
  return main === null || offset === null ? [] : [text.sameButOffset(causeOf(main), causeOf(offset))]
}
