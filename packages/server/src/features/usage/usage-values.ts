import type { Summarization } from '@coopline/contract/usage/usage.contract'
import type { UsageStatus } from '@coopline/rules/usage/usage-days'
import type { UsageSummary } from '@coopline/rules/usage/usage-summary'
import type { ReadingStatus } from './usage.tables.ts'

/** Thousandths as stored, in the unit: 12345 is 12.345. */
export const inUnits = (thousandths: number): number => thousandths / 1_000

export const inUnitsOrNull = (thousandths: number | null): number | null =>
  thousandths === null ? null : inUnits(thousandths)

const statuses: Readonly<Record<ReadingStatus, UsageStatus>> = {
  actual: 'Actual',
  estimated: 'Estimate',
  keyed: 'Keyed',
}

/** The status of a reading as it is written on the wire (DU-02). */
export const statusOf = (status: ReadingStatus): UsageStatus => statuses[status]

/** Sums of thousandths are whole; an average is rounded to a thousandth. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** A summary with the names on the wire. */
export const summarizationOf = ({ lowest, highest, average, total, maxDemand }: UsageSummary): Summarization => ({
  lowestUsage: lowest,
  highestUsage: highest,
  averageConsumption: average === null ? null : rounded(average),
  totalConsumption: total === null ? null : rounded(total),
  maxDemand,
})
