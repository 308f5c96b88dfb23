import { addCents, type Cents, subtractCents } from '../../kernel/money.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'

export interface ChargeLine {
  readonly description: string
  /** `null` for a line without a quantity. */
  readonly quantity: number | null
  readonly unit: string
  readonly amount: Cents
}

/** The parts of a bill that explain its amount. */
export interface ExplainedBill {
  readonly billDate: CalendarDate
  /** First and last day of the service period; `null` when the cooperative's system does not report it. */
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly amount: Cents
  readonly usageKwh: number | null
  readonly lateFee: Cents
  /** Empty when the bill has no itemized charges or the member may not see them. */
  readonly lines: readonly ChargeLine[]
  /** Amounts of a prepaid period; `null` for billed accounts. */
  readonly prepaid: { readonly usage: Cents; readonly charges: Cents; readonly taxes: Cents } | null
}

/** Kinds of charges compared line by line. */
export const lineKinds = ['fees', 'taxes', 'credits', 'leveling'] as const
type LineKind = (typeof lineKinds)[number]

/** The charges for one unit, with quantity and amount. */
export interface MeteredCharge {
  readonly unit: string
  readonly quantity: number
  readonly amount: Cents
  /** Number of bill lines; each is rounded to the cent separately. */
  readonly lineCount: number
}

export interface BillCharges {
  /** Keyed by lowercase unit. */
  readonly metered: ReadonlyMap<string, MeteredCharge>
  readonly lines: readonly { readonly kind: LineKind; readonly description: string; readonly amount: Cents }[]
  /** Bill amount minus all lines. */
  readonly rest: Cents
}

const leveling = /\b(?:budget|average|leveli[sz]ed) billing\b/iu
const tax = /\b(?:tax|taxes)\b/iu
const credit = /\b(?:credit|credits|refund|discount)\b/iu

function kindOf({ description, quantity, unit, amount }: ChargeLine): LineKind | 'metered' {
  if (leveling.test(description)) return 'leveling'
  if (tax.test(description)) return 'taxes'
  if (amount < 0 || credit.test(description)) return 'credits'
  return quantity !== null && unit !== '' ? 'metered' : 'fees'
}

/** Groups the charges of a bill by kind. @returns `null` for a bill without itemized charges or prepaid amounts. */
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
 * Uses the bill's own kWh when known. Lines with equal quantities are an energy charge and its riders; lines with different
 * quantities are price tiers and add up.
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
