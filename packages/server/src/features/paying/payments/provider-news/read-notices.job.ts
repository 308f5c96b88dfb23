import pLimit from 'p-limit'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { TooBusy, Unavailable } from '../../../../platform/errors.ts'
import { scheduledJob } from '../../../../platform/jobs/feature-job.ts'
import { stopsAll } from '../../../../platform/jobs/isolate-failures.ts'
import type { PaymentGateway, ProviderName } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { raiseAlarm } from '../alarms/alarms.ts'
import { lookUpSubject } from './look-up-subject.ts'
import { type ClaimedNotice, claimNotices, endNotices, putBackNotices } from './provider-notices.store.ts'

/** The schedule finds what waits for its next try, and what was stored by a process that died before it queued this job. */
export const readNoticesJob = scheduledJob('payments.read-notices', '* * * * *', readNotices)

/** The subjects of one claim: five rounds, so that those of a provider that answers within six seconds are done before they are due again. */
const mostSubjects = 17
const atOnce = 4

/** With the delays of `claimNotices`, almost a day, as long as a payment may be without an answer. */
const mostTries = 30

/** The provider does not answer at all: its notices wait this long, and the next look tries one of them. */
const restOfSilentMs = 30_000

/** Notices about one thing, which is looked up once for all of them. */
type Subject = readonly [ClaimedNotice, ...ClaimedNotice[]]

/**
 * Looks up what the notices of providers are about, once for all open notices about the same thing. A notice is done when that was applied,
 * and not before. After the last try it is given up with an alarm.
 */
async function readNotices(deps: Deps): Promise<void> {
  const resting = new Map<ProviderName, Date>()
  while (!deps.jobs.stopping.aborted) {
    const claimed = await claimNotices(deps.db, deps.clock.now(), mostSubjects)
    if (claimed.length === 0) return
    deps.failPoints.reach('notices.after-claim')
    const providers = Map.groupBy(claimed, ({ provider }) => provider)
    await endOfAll([...providers.values()].map(async (notices) => lookUpAll(deps, notices, resting)))
  }
}

/** Looks up the notices of one provider. The first subject alone finds out for the others whether the provider takes calls. */
async function lookUpAll(
  deps: Deps,
  notices: readonly ClaimedNotice[],
  resting: Map<ProviderName, Date>,
): Promise<void> {
  const subjects = Map.groupBy(notices, ({ about, reference }) => `${about} ${reference}`)
  const [first, ...others] = [...subjects.values()] as unknown as readonly [Subject, ...Subject[]]
  await look(deps, first, resting)
  const turn = pLimit(atOnce)
  await endOfAll(others.map(async (subject) => turn(async () => look(deps, subject, resting))))
}

/** Waits for all work, so that none continues after a fault ended the job. @throws the first fault. */
async function endOfAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Looks up one subject. @throws what `stopsAll`, except that the provider is not available. */
async function look(deps: Deps, subject: Subject, resting: Map<ProviderName, Date>): Promise<void> {
  const [{ provider, about, reference }] = subject
  const ids = subject.map(({ id }) => id)
  const until = resting.get(provider)
  if (until !== undefined && deps.clock.now() < until) return putBackNotices(deps.db, ids, until)
  resting.delete(provider)
  try {
    await lookUpSubject(deps, deps.gateways.of(provider), { about, reference })
    deps.failPoints.reach('notices.before-done')
    await endNotices(deps.db, ids, deps.clock.now())
  } catch (error) {
    if (!(error instanceof Unavailable) && stopsAll(error)) throw error
    const outage = await outageOf(deps.gateways.find(provider), error)
    const restMs = outage instanceof TooBusy ? outage.retryAfterSeconds * 1_000 : restOfSilentMs
    const later = new Date(deps.clock.now().getTime() + restMs)
    if (outage !== null) resting.set(provider, later)
    const level = error instanceof Unavailable ? 'warn' : 'error'
    deps.log[level]({ provider, about, reference, err: error }, 'News of a provider wait')
    if (outage instanceof TooBusy) return putBackNotices(deps.db, ids, later)
    // Each of the news has all its tries.
    if (subject.every(({ tries }) => tries >= mostTries)) await giveUp(deps, subject)
  }
}

/**
 * Finds out whether a provider takes calls at all. One without keys never will, and its news must not wait for it.
 *
 * @param error what ended a look.
 * @returns why it takes none; `null` when the error is about that look only.
 */
async function outageOf(gateway: PaymentGateway | undefined, error: unknown): Promise<Unavailable | null> {
  if (!(error instanceof Unavailable)) return null
  if (error instanceof TooBusy) return error
  try {
    await gateway?.ping()
    return null
  } catch (silence) {
    if (silence instanceof Unavailable) return silence
    throw silence
  }
}

async function giveUp(deps: Deps, subject: Subject): Promise<void> {
  const [{ provider, about, reference }] = subject
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await endNotices(
      tx,
      subject.map(({ id }) => id),
      now,
    )
    await raiseAlarm(tx, deps.log, {
      kind: 'unread-news',
      transNo: about === 'payment' ? reference : null,
      detail: { provider, about, reference },
      dedupeKey: `unread-news:${provider}:${about}:${reference}`,
      now,
    })
  })
}
