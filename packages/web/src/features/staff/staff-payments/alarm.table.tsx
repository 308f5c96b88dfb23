import { paths } from '@coopline/contract/paths'
import type { StaffAlarm } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './staff-payments.module.css'
import { useStateNames } from './use-state-names.ts'

interface AlarmTableProps {
  readonly alarms: readonly StaffAlarm[]
  readonly caption: string
  /** Leads to the payment of each alarm and settles it; without it alarms are only shown. */
  readonly onSettle?: ((alarm: StaffAlarm) => void) | undefined
}

/** Alarms with what they mean, what they are based on and how each is settled. */
export function AlarmTable({ alarms, caption, onSettle }: AlarmTableProps) {
  const { alarms: text } = useText('staffPayments')
  const columns: readonly TableColumn<StaffAlarm>[] = [
    { key: 'alarm', header: text.alarm, rowHeader: true, cell: displayedBy(Meaning) },
    { key: 'facts', header: text.facts, cell: displayedBy(Facts) },
    { key: 'raised', header: text.raised, cell: displayedBy(Raised) },
    { key: 'state', header: text.state, cell: stateCell(onSettle) },
  ]
  return (
    <DataTable
      caption={caption}
      captionHidden
      columns={columns}
      rows={alarms}
      rowKey={({ id }) => id}
      empty={text.none}
    />
  )
}

interface OfAlarm {
  readonly alarm: StaffAlarm
}

const displayedBy =
  (Cell: (props: OfAlarm) => ReactNode) =>
  (alarm: StaffAlarm): ReactNode => <Cell alarm={alarm} />

const stateCell =
  (onSettle: AlarmTableProps['onSettle']) =>
  (alarm: StaffAlarm): ReactNode =>
    alarm.settled === null ? <Open alarm={alarm} onSettle={onSettle} /> : <Settled alarm={alarm} />

function Open({ alarm, onSettle }: OfAlarm & Pick<AlarmTableProps, 'onSettle'>) {
  const { alarms: text } = useText('staffPayments')
  if (onSettle === undefined) return text.open
  if (alarm.isUnderReview) return text.byDecision
  return (
    <Button variant="quiet" aria-label={text.settleOne(alarm.id)} onClick={() => onSettle(alarm)}>
      {text.settle}
    </Button>
  )
}

function Meaning({ alarm: { kind, transNo } }: OfAlarm) {
  const { alarms: text } = useText('staffPayments')
  const kinds: Readonly<Record<string, { readonly name: string; readonly meaning: string }>> = text.kinds
  const { name, meaning } = kinds[kind] ?? { name: kind, meaning: '' }
  return (
    <span className={styles.meaning}>
      <strong>{name}</strong>
      <span>{meaning}</span>
      {transNo !== null && <a href={paths.staffPayment({ number: transNo })}>{text.payment(transNo)}</a>}
    </span>
  )
}

function Facts({ alarm: { facts } }: OfAlarm) {
  const { alarms: text, history } = useText('staffPayments')
  const stateOf = useStateNames()
  const names: Readonly<Record<string, string>> = text.factNames
  const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    type: history.types,
    source: history.sources,
  }
  const valueOf = (name: string, value: string): string => {
    if (value === 'true') return text.yes
    return ['state', 'from', 'to'].includes(name) ? stateOf(value) : (codes[name]?.[value] ?? value)
  }
  return (
    <ul className={styles.facts}>
      {facts.map(({ name, value }) => (
        <li key={name}>
          {names[name] ?? name}: {valueOf(name, value)}
        </li>
      ))}
    </ul>
  )
}

const dayMs = 86_400_000

function Raised({ alarm: { raisedAt, settled } }: OfAlarm) {
  const { alarms: text } = useText('staffPayments')
  const { language } = useLanguage()
  const [openedAt] = useState(() => Date.now())
  const days = Math.floor((openedAt - Date.parse(raisedAt)) / dayMs)
  return (
    <>
      {formatInstant(raisedAt, language)}
      {settled === null && days > 0 && ` (${text.days(days)})`}
    </>
  )
}

function Settled({ alarm: { settled } }: OfAlarm) {
  const { alarms: text } = useText('staffPayments')
  const { language } = useLanguage()
  if (settled === null) return null
  const { at, by, reason } = settled
  return (
    <>
      {text.settledAt(formatInstant(at, language))} · {by === null ? text.settledByDecision : `${by}: ${reason ?? ''}`}
    </>
  )
}
