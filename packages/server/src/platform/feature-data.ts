import type { RetentionRule } from './retention/retention-rules.ts'

/** The facts about a slice's tables that the platform acts on: each slice states them in its `<slice>.data.ts`. */
export interface FeatureData {
  readonly retention?: readonly RetentionRule[]
}

/** The facts about all tables, those of the platform included. */
export interface CollectedData {
  /** In the order of the tables' names. */
  readonly retention: readonly RetentionRule[]
}

/** Joins what the slices and the platform state about their tables. */
export function collectFeatureData(features: readonly FeatureData[], platform: FeatureData): CollectedData {
  const all = [...features, platform]
  return {
    retention: all
      .flatMap(({ retention = [] }) => retention)
      .toSorted((a, b) => (a.table < b.table ? -1 : Number(a.table > b.table))),
  }
}
