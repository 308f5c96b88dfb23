import { SpanKind } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { createDeps } from './create-deps.ts'
import { servePages, type SettingsReader } from './features/site/site/public.ts'
import { loadFeatures } from './features.ts'
import { openReplicaByEnv } from './platform/db/open-by-env.ts'
import type { OpenDatabase } from './platform/db/open-database.ts'
import { createReplica, type Replica } from './platform/db/replica.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'
import type { Readiness } from './platform/health/mount-health.ts'
import { createServer } from './platform/http/create-server.ts'
import type { Log } from './platform/log.ts'
import { createMailRenderer } from './platform/mail/render-mail.ts'
import { createSmtpSender } from './platform/mail/smtp-sender.ts'
import { watchDisks } from './platform/health/alarms.ts'
import { mailRefusedImportsJob } from './platform/health/mail-refused-imports.job.ts'
import { watchAlarmsJob } from './platform/health/watch-alarms.job.ts'
import type { FeatureJob } from './platform/jobs/feature-job.ts'
import type { JobTiming } from './platform/jobs/pg-boss-jobs.ts'
import type { Keys } from './platform/keys.ts'
import {
  deliverMessagesJob,
  deliverUntilStopped,
  type Sender,
  type Senders,
} from './platform/messages/deliver-messages.job.ts'
import { openBody } from './platform/messages/sealed-body.ts'
import { deleteExpiredJob } from './platform/retention/delete-expired.job.ts'
import { createHttpTextSender } from './platform/text-message/http-text-sender.ts'
import { inSpan } from './platform/tracing/spans.ts'

/** A portal process put together and ready to listen. */
export interface Portal {
  readonly server: FastifyInstance
  readonly deps: Deps
  readonly settings: SettingsReader
  readonly readiness: Readiness
  /** Reads the settings and watches them, and makes the queues of jobs: after this the portal is ready to serve. */
  readonly start: () => Promise<void>
  /** Starts to work on jobs, unless other processes do. Callers need not wait for it. */
  readonly work: () => Promise<void>
  /**
   * Finishes what is under way: reports "not ready", keeps listening for DRAIN_SECONDS, then waits for requests and jobs and
   * closes the database.
   */
  readonly stop: () => Promise<void>
}

/** The platform's own jobs besides delivery, which needs the senders of the process. */
const platformJobs: readonly FeatureJob[] = [deleteExpiredJob, watchAlarmsJob, mailRefusedImportsJob]

/** Puts the portal together on an open, migrated database. */
export async function createPortal(env: Env, database: OpenDatabase, log: Log, timing?: JobTiming): Promise<Portal> {
  const replica = await openReplica(env, database, log)
  const deps = { ...(await createDeps(env, database, log, timing)), replica }
  const { clock, jobs, pageViews, settings } = deps
  const senders = createSenders(deps)
  jobs.handle(deliverMessagesJob, async () => deliverUntilStopped(deps, senders))
  jobs.every('* * * * *', deliverMessagesJob)
  const features = await loadFeatures()
  for (const one of [...platformJobs, ...features.flatMap((feature) => feature.jobs ?? [])]) one.register(deps)
  const readiness: Readiness = { started: false, stopping: false }
  let stopWatchingDisks = () => {}
  const server = await createServer({ deps, features, readiness, pages: async (one) => servePages(deps, one) })
  return {
    server,
    deps,
    settings,
    readiness,
    start: async () => {
      await clock.start()
      await settings.start()
      await replica?.start()
      await jobs.start({ work: false })
      stopWatchingDisks = watchDisks(deps)
      readiness.started = true
    },
    work: async () => {
      // Requests that waited for the portal go first: on the embedded database, all share one connection.
      await seconds(1)
      if (env.WORKERS && !readiness.stopping) await jobs.work()
    },
    stop: async () => {
      readiness.stopping = true
      stopWatchingDisks()
      // In parallel: jobs may take as long as requests, and the time for stopping is short.
      const jobsStopped = jobs.stop()
      await seconds(env.DRAIN_SECONDS)
      await stopListening(server)
      await Promise.allSettled([server.close(), jobsStopped, pageViews.stop()])
      await Promise.all([settings.stop(), clock.stop(), replica?.stop()])
      await database.close()
    },
  }
}

/**
 * Stops listening between two rounds of events, when every connection that waited was accepted: the kernel resets the others, and
 * a proxy repeats no payment on a connection that was reset.
 */
const stopListening = async ({ server }: FastifyInstance): Promise<void> =>
  new Promise((done) => {
    setImmediate(() => {
      server.close()
      done()
    })
  })

/** `undefined` when the environment names no replica. */
async function openReplica(env: Env, { db }: OpenDatabase, log: Log): Promise<Replica | undefined> {
  const replica = await openReplicaByEnv(env, (error) =>
    log.warn({ reason: error.message }, 'A connection to the read replica was lost'),
  )
  return replica === undefined ? undefined : createReplica({ db, replica, log })
}

const seconds = async (count: number): Promise<void> => new Promise((done) => void setTimeout(done, count * 1000))

const createSenders = ({ env, keys, settings }: Deps): Senders => ({
  email:
    env.SMTP_URL === undefined
      ? null
      : sending(
          'email',
          keys,
          createSmtpSender({ url: env.SMTP_URL, from: env.MAIL_FROM }, createMailRenderer(settings, env.PUBLIC_ORIGIN)),
        ),
  text:
    env.TEXT_MESSAGE_URL === undefined
      ? null
      : sending('text', keys, createHttpTextSender(env.TEXT_MESSAGE_URL, env.TEXT_MESSAGE_TOKEN)),
})

/** Decrypts a sealed body just before the message is sent. The outbox stores it encrypted. */
const sending =
  (channel: keyof Senders, keys: Keys, send: Sender): Sender =>
  async (message) =>
    inSpan(`send ${channel}`, { kind: SpanKind.CLIENT }, async () =>
      send({ ...message, bodyText: openBody(keys, message) }),
    )
