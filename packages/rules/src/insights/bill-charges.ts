import { addCents, type Cents, subtractCents } from '../kernel/money.ts'
import type { CalendarDate } from '../kernel/calendar-date.ts'

export interface ChargeLine {
  readonly description: string
  /** `null` for a line that is not counted. */
  readonly quantity: number | null
  readonly unit: string
  readonly amount: Cents
}

/** A bill, as far as it explains its amount. */
export interface ExplainedBill {
  readonly billDate: CalendarDate
  /** First and last day of the service period; `null` when the cooperative's system does not say. */
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly amount: Cents
  readonly usageKwh: number | null
  readonly lateFee: Cents
  /** Empty when the bill has no itemized charges, or may not be shown. */
  readonly lines: readonly ChargeLine[]
  /** Parts of a prepaid period; `null` for accounts that are billed. */
  readonly prepaid: { readonly usage: Cents; readonly charges: Cents; readonly taxes: Cents } | null
}

/** Kinds of charges that are compared line by line. */
export const lineKinds = ['fees', 'taxes', 'credits', 'levelling'] as const
export type LineKind = (typeof lineKinds)[number]

/** Charges of one unit: what was counted, and its price. */
export interface MeteredCharge {
  readonly unit: string
  readonly quantity: number
  readonly amount: Cents
  /** Each line is rounded to the cent on its own. */
  readonly lineCount: number
}

export interface BillCharges {
  /** By unit in lower case. */
  readonly metered: ReadonlyMap<string, MeteredCharge>
  readonly lines: readonly { readonly kind: LineKind; readonly description: string; readonly amount: Cents }[]
  /** What the lines leave of the amount of the bill. */
  readonly rest: Cents
}

const levelling = /\b(?:budget|average|leveli[sz]ed) billing\b/iu
const tax = /\b(?:tax|taxes)\b/iu
const credit = /\b(?:credit|credits|refund|discount)\b/iu

function kindOf({ description, quantity, unit, amount }: ChargeLine): LineKind | 'metered' {
  if (levelling.test(description)) return 'levelling'
  if (tax.test(description)) return 'taxes'
  if (amount < 0 || credit.test(description)) return 'credits'
  return quantity !== null && unit !== '' ? 'metered' : 'fees'
}

/** Sorts the charges of a bill. @returns `null` for a bill without itemized charges and without the parts of a prepaid period. */
export function billCharges(bill: ExplainedBill): BillCharges | null {
  const itemized = bill.lines.length > 0 ? bill.lines : prepaidLines(bill)
  if (itemized.length === 0) return null
  const metered = new Map<string, ChargeLine[]>()
  const lines: BillCharges['lines'][number][] = []
  for (const line of itemized) {
    const kind = kindOf(line)
    if (kind === 'metered') metered.set(unitKey(line), [...(metered.get(unitKey(line)) ?? []), line])
    else lines.push({ kind, description: line.description, amount: line.amount })
  }
  return {
    metered: new Map([...metered].map(([key, group]) => [key, meteredCharge(bill, key, group)])),
    lines,
    rest: itemized.reduce((left, { amount }) => subtractCents(left, amount), bill.amount),
  }
}

const unitKey = ({ unit }: ChargeLine): string => unit.trim().toLowerCase()

/** The parts of a prepaid period as lines. */
function prepaidLines({ prepaid, usageKwh }: ExplainedBill): readonly ChargeLine[] {
  if (prepaid === null || usageKwh === null) return []
  const plain = { quantity: null, unit: '' }
  return [
    { description: 'Usage', quantity: usageKwh, unit: 'kWh', amount: prepaid.usage },
    { description: 'Charges', ...plain, amount: prepaid.charges },
    { description: 'Taxes', ...plain, amount: prepaid.taxes },
  ]
}

/**
 * What was counted: the usage of the bill where it is known. Several lines of one quantity are an energy charge and its
 * riders; lines of different quantities are steps of a price, and add up.
 */
function meteredCharge({ usageKwh }: ExplainedBill, key: string, group: readonly ChargeLine[]): MeteredCharge {
  const quantities = group.map(({ quantity }) => quantity ?? 0)
  const isOne = new Set(quantities).size === 1
  const counted = isOne ? (quantities[0] ?? 0) : quantities.reduce((sum, one) => sum + one, 0)
  return {
    unit: group[0]?.unit ?? '',
    quantity: key === 'kwh' && usageKwh !== null ? usageKwh : counted,
    amount: addCents(...group.map(({ amount }) => amount)),
    lineCount: group.length,
  }
}
