import type { Clock } from './clock.ts'
import type { Database } from './db/open-database.ts'
import type { Replica } from './db/replica.ts'
import type { Env } from './env.ts'
import type { FailPoints } from './fail-points.ts'
import type { CollectedData } from './feature-data.ts'
import type { ClientLimit } from './http/limit-clients.ts'
import type { ForgeryLimit } from './http/limit-forgeries.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import type { PageViews } from './page-views/page-views.ts'
import type { PaymentGateways } from './payment-gateway/gateways.ts'
import type { Random } from './random.ts'
import type { HashCost } from './secrets/hash-password.ts'
import type { SettingsSource } from './settings-source.ts'
import type { HeavyWorks } from './work/heavy-work.ts'

/** The dependencies of use cases. Each takes the parts it needs: `({ db, clock }: Pick<Deps, 'db' | 'clock'>, …)`. */
export interface Deps {
  readonly env: Env
  readonly db: Database
  /** `undefined` without a replica. Routes that may read from it say so (`mayBeSecondsOld`). */
  readonly replica?: Replica | undefined
  readonly clock: Clock
  readonly random: Random
  readonly keys: Keys
  readonly log: Log
  readonly settings: SettingsSource
  readonly gateways: PaymentGateways
  readonly jobs: Jobs
  readonly failPoints: FailPoints
  readonly heavyWork: HeavyWorks
  /** The cost parameters of hashing a password. */
  readonly hashCost: HashCost
  readonly forgeryLimit: ForgeryLimit
  /** Counts the calls of each key of the system API. */
  readonly systemLimit: ClientLimit
  readonly pageViews: PageViews
  /** The facts about the tables of all slices. */
  readonly featureData: CollectedData
}
