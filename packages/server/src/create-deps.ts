import { createSettingsReader, type SettingsReader } from './features/site/site/public.ts'
import { featureData } from './features.ts'
import { createDatabaseClock, type DatabaseClock } from './platform/db/database-clock.ts'
import type { OpenDatabase } from './platform/db/open-database.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'
import { createFailPoints } from './platform/fail-points.ts'
import { createClientLimit } from './platform/http/limit-clients.ts'
import { createForgeryLimit } from './platform/http/limit-forgeries.ts'
import { createPgBossJobs, type JobTiming } from './platform/jobs/pg-boss-jobs.ts'
import { createKeys, keysInDataDir } from './platform/keys.ts'
import type { Log } from './platform/log.ts'
import { createPageViews } from './platform/page-views/page-views.ts'
import { createGateways } from './platform/payment-gateway/gateways.ts'
import { systemRandom } from './platform/random.ts'
import { recommendedHashCost } from './platform/secrets/hash-password.ts'
import { usesHostedForm } from './platform/unfit-for-production.ts'
import { createHeavyWorks } from './platform/work/heavy-work.ts'

/**
 * Creates the dependencies of use cases, for the serving process and for commands that open the database themselves.
 */
export async function createDeps(
  env: Env,
  database: OpenDatabase,
  log: Log,
  timing: JobTiming = { pollSeconds: database.kind === 'pglite' ? 5 : 1 },
): Promise<Deps & { readonly settings: SettingsReader; readonly clock: DatabaseClock }> {
  const clock = createDatabaseClock({ db: database.db, log })
  await clock.synchronize()
  const settings = createSettingsReader({ db: database.db, log })
  const jobs = createPgBossJobs({ database, log, clock, ...timing })
  const keys = createKeys(env.APP_KEYS ?? keysInDataDir(env.DATA_DIR, 'app', systemRandom))
  return {
    env,
    db: database.db,
    clock,
    random: systemRandom,
    keys,
    log,
    settings,
    gateways: await createGateways({
      env,
      clock,
      log,
      keys,
      signingKeys:
        env.PROVIDER_SIGNING_KEYS ?? (usesHostedForm(env) ? keysInDataDir(env.DATA_DIR, 'provider', systemRandom) : []),
    }),
    jobs,
    failPoints: createFailPoints(env.FAILPOINTS),
    heavyWork: createHeavyWorks(),
    hashCost: recommendedHashCost,
    forgeryLimit: createForgeryLimit(clock),
    systemLimit: createClientLimit(env.SYSTEM_REQUESTS_PER_5_MINUTES, clock),
    pageViews: createPageViews({ env, settings, clock, random: systemRandom, log }),
    featureData,
  }
}
