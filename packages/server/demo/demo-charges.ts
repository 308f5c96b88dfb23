import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'

export interface DemoBillLine {
  readonly description: string
  /** Decimal text; `null` for a line that is not counted. */
  readonly quantity: string | null
  readonly unit: string
  readonly amount: Cents
}

/** The parts of a bill. The lines add up to its amount. */
export interface DemoCharges {
  readonly lines: readonly DemoBillLine[]
  /** The amount used, as decimal text in the unit of the service. */
  readonly used: string
  readonly usage: Cents
  readonly service: Cents
  readonly taxes: Cents
}

/** A charge of one day, before it is put into a statement. */
export interface DemoCharge {
  readonly billDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly amount: Cents
  readonly lateFee: Cents
  readonly leveling: Leveling
}

interface Tariff {
  readonly serviceCharge: number
  readonly centsPerUnit: number
  readonly decimals: number
  readonly unit: string
  readonly usageLine: string
}

const propane: Tariff = {
  serviceCharge: 1200,
  centsPerUnit: 219,
  decimals: 1,
  unit: 'gal',
  usageLine: 'Propane delivered at $2.19 per gallon',
}

const tariffs: Readonly<Record<string, Tariff>> = {
  Electric: {
    serviceCharge: 2800,
    centsPerUnit: 12.75,
    decimals: 1,
    unit: 'kWh',
    usageLine: 'Energy charge at $0.1275 per kWh',
  },
  Water: {
    serviceCharge: 1500,
    centsPerUnit: 0.85,
    decimals: 0,
    unit: 'gal',
    usageLine: 'Water used at $8.50 per 1,000 gallons',
  },
  Propane: propane,
}

const taxShare = 0.055
/** Small bills are for a part of the month: the service charge is no more than this share of them. */
const mostServiceShare = 0.6

/** Splits what a bill asks for into lines: the service charge, what was used at its price, and what is left as taxes. */
export function demoCharges(
  type: string,
  { amount, lateFee, leveling }: { readonly amount: Cents; readonly lateFee: Cents; readonly leveling: Leveling },
): DemoCharges {
  const tariff = tariffs[type] ?? propane
  const charged = subtractCents(amount, addCents(lateFee, leveling.adjustment))
  const beforeTaxes = charged / (1 + taxShare)
  const service = cents(Math.round(Math.min(tariff.serviceCharge, beforeTaxes * mostServiceShare)))
  const used = ((beforeTaxes - service) / tariff.centsPerUnit).toFixed(tariff.decimals)
  const usage = cents(Math.round(Number(used) * tariff.centsPerUnit))
  const taxes = subtractCents(charged, addCents(service, usage))
  const plain = (description: string, one: Cents): DemoBillLine => ({
    description,
    quantity: null,
    unit: '',
    amount: one,
  })
  const lines = [
    plain('Service charge', service),
    { description: tariff.usageLine, quantity: used, unit: tariff.unit, amount: usage },
    plain('Taxes', taxes),
    ...(lateFee === 0 ? [] : [plain('Late fee', lateFee)]),
    ...(leveling.adjustment === 0 ? [] : [plain(`${leveling.name} billing adjustment`, leveling.adjustment)]),
  ]
  return { lines, used, usage, service, taxes }
}

/** The adjustment that budget or average billing makes to actual usage; below zero when it reduces the bill. */
export interface Leveling {
  readonly name: string
  readonly adjustment: Cents
}

export const noLeveling: Leveling = { name: '', adjustment: zeroCents }
