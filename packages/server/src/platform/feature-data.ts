import type { Distribution } from './db/distribution.ts'
import type { Executor, Tx } from './db/open-database.ts'
import type { Finding } from './doctor/finding.ts'
import type { SliceHealth } from './health/slice-health.ts'
import { orderPersonalData, type PersonalDataRule } from './personal-data.ts'
import type { RetentionRule } from './retention/retention-rules.ts'
import type { SecretKind } from './stored-secrets/secret-kinds.ts'

/** The facts about a slice and its tables that the platform acts on: each slice states them in its `<slice>.data.ts`. */
export interface FeatureData {
  readonly retention?: readonly RetentionRule[]
  readonly secrets?: readonly SecretKind[]
  /** Tables with rows about a member that can be found by the member, in the order in which they can be erased. */
  readonly personalData?: readonly PersonalDataRule[]
  /** Tables that are left out, and why. */
  readonly notPersonalData?: Readonly<Record<string, string>>
  readonly health?: SliceHealth
  readonly distributed?: Distribution
  /** Ends what must not continue in a restored database. */
  readonly afterRestore?: (tx: Tx, now: Date) => Promise<void>
  /** Adds a finding to those of `coopline doctor`. */
  readonly examine?: (executor: Executor, now: Date) => Promise<Finding>
}

/** The facts about all tables, those of the platform included. */
export interface CollectedData {
  /** In the order of the tables' names. */
  readonly retention: readonly RetentionRule[]
  /** Every secret that the database keeps under a key of `APP_KEYS`. */
  readonly secrets: readonly SecretKind[]
  /** In the order in which they can be erased. */
  readonly personalData: readonly PersonalDataRule[]
  /** In the order of the tables' names. */
  readonly notPersonalData: Readonly<Record<string, string>>
  /** In the order of the slices. */
  readonly health: readonly SliceHealth[]
  readonly distributed: Distribution
  readonly afterRestore: readonly NonNullable<FeatureData['afterRestore']>[]
  readonly examine: readonly NonNullable<FeatureData['examine']>[]
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Joins what the slices and the platform state about their tables. */
export function collectFeatureData(slices: readonly FeatureData[], platform: FeatureData): CollectedData {
  const all = [...slices, platform]
  return {
    retention: all.flatMap(({ retention = [] }) => retention).toSorted((a, b) => inOrder(a.table, b.table)),
    secrets: all.flatMap(({ secrets = [] }) => secrets),
    personalData: orderPersonalData(
      slices.flatMap(({ personalData = [] }) => personalData),
      platform.personalData ?? [],
    ),
    distributed: {
      tables: slices.flatMap(({ distributed }) => distributed?.tables ?? []),
      functions: slices.flatMap(({ distributed }) => distributed?.functions ?? []),
    },
    afterRestore: slices.flatMap(({ afterRestore = [] }) => afterRestore),
    examine: slices.flatMap(({ examine = [] }) => examine),
    health: slices.flatMap(({ health = {} }) => health),
    notPersonalData: Object.fromEntries(
      all.flatMap(({ notPersonalData = {} }) => Object.entries(notPersonalData)).toSorted(([a], [b]) => inOrder(a, b)),
    ),
  }
}
