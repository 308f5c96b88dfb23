export interface LoadResult {
  /** The milliseconds that each piece of work took. */
  readonly timesMs: readonly number[]
  readonly seconds: number
  /** Pieces of work that ended in an error; they have no time. */
  readonly failed: number
}

/** The largest share of failures; with more of them, a load does not measure what it should. */
const mostFailed = 0.05

/** Repeats a piece of work with the given concurrency until the time is over, and waits for the last ones to finish. */
export async function loadFor(
  seconds: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<LoadResult> {
  const until = performance.now() + seconds * 1000
  return load(atOnce, work, () => performance.now() < until)
}

/** Does a number of pieces of work with the given concurrency. */
export async function loadTimes(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<LoadResult> {
  return load(atOnce, work, (index) => index < times)
}

async function load(
  atOnce: number,
  work: (index: number) => Promise<void>,
  goesOn: (index: number) => boolean,
): Promise<LoadResult> {
  const timesMs: number[] = []
  const begun = performance.now()
  const errors: unknown[] = []
  let next = 0
  const worker = async () => {
    for (let index = next; goesOn(index); index = next) {
      next += 1
      const started = performance.now()
      try {
        await work(index)
        timesMs.push(performance.now() - started)
      } catch (error) {
        errors.push(error)
        if (errors.length > 20 && errors.length > (timesMs.length + errors.length) * mostFailed) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (errors.length > (timesMs.length + errors.length) * mostFailed) throw errors[0]
  return { timesMs, seconds: (performance.now() - begun) / 1000, failed: errors.length }
}
