import { setTimeout as after } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { postOutside } from '../outbound/post-outside.ts'
import type { Random } from '../random.ts'
import type { SettingsSource } from '../settings-source.ts'
import { type PageView, type Receiver, receiverOf } from './receivers.ts'

/** Views that wait in memory; more are dropped, so that an outage of the receiver costs no memory. */
const mostWaiting = 1_000
/** Requests to the receiver at a time. */
const mostAtOnce = 4
const sendAfterMs = 5_000
/** After a failure nothing is sent for this long. */
const restMs = 60_000
const stopMs = 2_000

/** Counts page views at the analytics service that the settings name. */
export interface PageViews {
  /** Notes a view and returns at once. It is sent later, and dropped when the receiver is down. */
  readonly note: (path: string) => void
  /** Sends what waits. Never throws. */
  readonly flush: () => Promise<void>
  /** Sends what waits, for two seconds at most. */
  readonly stop: () => Promise<void>
}

interface Parts {
  readonly env: Env
  readonly settings: SettingsSource
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/**
 * Keeps page views of this process in memory and sends them in batches, outside the requests that report them. Analytics are not
 * worth a queue in the database: what the receiver does not take is dropped and counted in the log.
 */
export function createPageViews({ env, settings, clock, random, log }: Parts): PageViews {
  const receiver = currentReceiver({ env, settings, log }, clientId(random))
  let waiting: PageView[] = []
  let dropped = 0
  let rest = { until: 0, settings: -1 }
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const to = receiver()
      const batch = waiting
      waiting = []
      if (to === undefined) return
      try {
        await sendAll(to, batch, env)
      } catch (error) {
        rest = { until: clock.now().getTime() + restMs, settings: settings.version() }
        dropped += batch.length + waiting.length
        waiting = []
        log.warn(
          { reason: error instanceof Error ? error.message : String(error), dropped },
          'The analytics service does not take page views: they are dropped',
        )
        dropped = 0
        return
      }
    }
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    sending ??= send().finally(() => (sending = undefined))
    return sending
  }

  return {
    note: (path) => {
      if (receiver() === undefined) return
      const at = clock.now()
      // Changed settings may name another receiver.
      const rests = at.getTime() < rest.until && settings.version() === rest.settings
      if (rests || waiting.length >= mostWaiting) {
        dropped += 1
        return
      }
      waiting.push({ path, at })
      timer ??= setTimeout(() => void flush(), sendAfterMs).unref()
    },
    flush,
    stop: async () => Promise.race([flush(), after(stopMs, undefined, { ref: false })]),
  }
}

/** Finds the receiver of the present settings, and says once in the log what is missing for one. */
function currentReceiver({ env, settings, log }: Pick<Parts, 'env' | 'settings' | 'log'>, client: string) {
  let loggedReason: string | undefined
  return (): Receiver | undefined => {
    const found = receiverOf(settings.current(), env, client)
    if (typeof found !== 'string') return found
    if (found !== loggedReason) log.warn({ reason: found }, 'Page views are not forwarded')
    loggedReason = found
    return undefined
  }
}

/** Sends a batch, and fails with the first request that fails; those after it are not sent. */
async function sendAll(to: Receiver, batch: readonly PageView[], env: Env): Promise<void> {
  const requests = []
  for (let from = 0; from < batch.length; from += to.viewsPerRequest)
    requests.push(to.requestOf(batch.slice(from, from + to.viewsPerRequest)))
  for (let from = 0; from < requests.length; from += mostAtOnce)
    await Promise.all(
      requests.slice(from, from + mostAtOnce).map(async ({ address, ...request }) => {
        const { status } = await postOutside(address, request, env)
        if (status < 200 || status > 299) throw new Error(`answered ${status}`)
      }),
    )
}

/** Makes a client id in the form of GA4: two numbers. It identifies this process and no visitor. */
function clientId(random: Random): string {
  const bytes = Buffer.from(random.bytes(8))
  return `${bytes.readUInt32BE(0)}.${bytes.readUInt32BE(4)}`
}
