import type { RetentionRule } from './retention/retention-rules.ts'
import type { SecretKind } from './stored-secrets/secret-kinds.ts'

/** The facts about a slice's tables that the platform acts on: each slice states them in its `<slice>.data.ts`. */
export interface FeatureData {
  readonly retention?: readonly RetentionRule[]
  readonly secrets?: readonly SecretKind[]
}

/** The facts about all tables, those of the platform included. */
export interface CollectedData {
  /** In the order of the tables' names. */
  readonly retention: readonly RetentionRule[]
  /** Every secret that the database keeps under a key of `APP_KEYS`. */
  readonly secrets: readonly SecretKind[]
}

/** Joins what the slices and the platform state about their tables. */
export function collectFeatureData(features: readonly FeatureData[], platform: FeatureData): CollectedData {
  const all = [...features, platform]
  return {
    retention: all
      .flatMap(({ retention = [] }) => retention)
      .toSorted((a, b) => (a.table < b.table ? -1 : Number(a.table > b.table))),
    secrets: all.flatMap(({ secrets = [] }) => secrets),
  }
}
