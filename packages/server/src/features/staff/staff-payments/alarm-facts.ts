import { cents, formatUsd } from '@coopline/rules/kernel/money'

/** One fact that an alarm is based on. */
export interface AlarmFact {
  readonly name: string
  readonly value: string
}

/** Facts that are whole cents. */
const amounts: ReadonlySet<string> = new Set(['amount', 'totalAmount', 'said', 'booked', 'sent', 'held', 'bookedSum'])
/** Figures of a payment that are whole cents. */
const moneyFigures: ReadonlySet<string> = new Set(['amount', 'convenience-fee', 'total'])

/**
 * Reads the detail of an alarm as facts, in its order. What differs is named by its figure, with the expected and the reported
 * value: `mismatch.total`, `$102.95 → $103.95`.
 */
export const readAlarmFacts = (detail: Readonly<Record<string, unknown>>): readonly AlarmFact[] =>
  Object.entries(detail).flatMap(([name, value]) => {
    if (name === 'mismatches') return recordsIn(value).map(mismatchFact)
    if (name === 'shares') return recordsIn(value).map(shareFact)
    const shown = Array.isArray(value) ? value.map(String).join(', ') : textOf(value, amounts.has(name))
    return shown === '' ? [] : [{ name, value: shown }]
  })

type JsonRecord = Readonly<Record<string, unknown>>

const recordsIn = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter((one): one is JsonRecord => typeof one === 'object' && one !== null) : []

function mismatchFact({ figure, expected, said }: JsonRecord): AlarmFact {
  const isMoney = moneyFigures.has(String(figure))
  return { name: `mismatch.${String(figure)}`, value: `${textOf(expected, isMoney)} → ${textOf(said, isMoney)}` }
}

const shareFact = ({ kind, booked, sent }: JsonRecord): AlarmFact => ({
  name: `share.${String(kind)}`,
  value: `${textOf(booked, true)} → ${textOf(sent, true)}`,
})

function textOf(value: unknown, isMoney: boolean): string {
  if (value === null || value === undefined || value === false) return ''
  if (isMoney && typeof value === 'number' && Number.isSafeInteger(value)) return formatUsd(cents(value))
  return typeof value === 'string' ? value : JSON.stringify(value)
}
