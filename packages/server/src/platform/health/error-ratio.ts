import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

const windowMs = 5 * 60_000
const bucketMs = 30_000
/** With fewer answers, a single error would exceed the ratio. */
const fewestAnswers = 100
const mostRatio = 0.01

export interface ErrorRatio {
  readonly count: (status: number) => void
  /** Tells whether more than 1 % of the answers of the last five minutes had a status of 500 or more. */
  readonly isTooHigh: () => boolean
}

/** Watches the share of failed answers of this process, and logs the alarm `server-errors` once per five minutes. */
export function createErrorRatio({
  clock,
  log,
}: {
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}): ErrorRatio {
  let buckets: { readonly since: number; answers: number; errors: number }[] = []
  let loggedAt = Number.NEGATIVE_INFINITY
  const totals = (now: number) => {
    buckets = buckets.filter((bucket) => bucket.since > now - windowMs && bucket.since <= now)
    return {
      answers: buckets.reduce((sum, bucket) => sum + bucket.answers, 0),
      errors: buckets.reduce((sum, bucket) => sum + bucket.errors, 0),
    }
  }
  const isTooHigh = () => {
    const { answers, errors } = totals(clock.now().getTime())
    return answers >= fewestAnswers && errors / answers > mostRatio
  }
  return {
    isTooHigh,
    count: (status) => {
      const now = clock.now().getTime()
      const since = now - (now % bucketMs)
      let bucket = buckets.at(-1)
      if (bucket?.since !== since) buckets.push((bucket = { since, answers: 0, errors: 0 }))
      bucket.answers += 1
      if (status >= 500) bucket.errors += 1
      if (status < 500 || Math.abs(now - loggedAt) < windowMs || !isTooHigh()) return
      loggedAt = now
      log.error({ alarm: 'server-errors', ...totals(now) }, 'More than 1 % of the answers are server errors')
    },
  }
}
