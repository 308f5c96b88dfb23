import type { Summarization } from '@coopline/contract/usage/usage/usage.contract'
import type { UsageStatus } from '@coopline/rules/usage/usage/usage-days'
import type { UsageSummary } from '@coopline/rules/usage/usage/usage-summary'
import type { ReadingStatus } from './usage.tables.ts'

/** Converts stored thousandths to units: 12345 is 12.345. */
export const inUnits = (thousandths: number): number => thousandths / 1_000

export const inUnitsOrNull = (thousandths: number | null): number | null =>
  thousandths === null ? null : inUnits(thousandths)

const statuses: Readonly<Record<ReadingStatus, UsageStatus>> = {
  actual: 'Actual',
  estimated: 'Estimate',
  keyed: 'Keyed',
}

/** The wire value of a reading's status (DU-02). */
export const statusOf = (status: ReadingStatus): UsageStatus => statuses[status]

/** Rounds to a thousandth; needed for averages, because sums are already whole thousandths. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** Converts a summary to its wire names. */
export const summarizationOf = ({ lowest, highest, average, total, maxDemand }: UsageSummary): Summarization => ({
  lowestUsage: lowest,
  highestUsage: highest,
  averageConsumption: average === null ? null : rounded(average),
  totalConsumption: total === null ? null : rounded(total),
  maxDemand,
})
