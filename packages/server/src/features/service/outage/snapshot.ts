import type { Deps } from '../../../platform/deps.ts'
import { Unavailable } from '../../../platform/errors.ts'

type SnapshotDeps = Pick<Deps, 'db' | 'clock' | 'log'>

interface Cached<Value> {
  value: Value | undefined
  text: string
  /** Milliseconds since 1970. */
  triedAt: number
  reading: Promise<void> | undefined
}

/**
 * Caches a public value in the memory of each process. Requests get the cached value immediately; when it is older than
 * `freshMs`, one reader refreshes it in the background. While the database is slow or down, the last value stays. An unchanged
 * value stays the same object, which keeps its ETag and its compressed forms.
 *
 * @param read loads a new value. Only the first request waits for it.
 */
export function createSnapshot<Value>(
  freshMs: number,
  read: (deps: SnapshotDeps) => Promise<Value>,
): (deps: SnapshotDeps) => Promise<Value> {
  const byDatabase = new WeakMap<Deps['db'], Cached<Value>>()
  const refresh = async (deps: SnapshotDeps, kept: Cached<Value>): Promise<void> => {
    try {
      const value = await read(deps)
      const text = JSON.stringify(value)
      if (text !== kept.text) Object.assign(kept, { value, text })
    } finally {
      kept.reading = undefined
    }
  }
  return async (deps) => {
    const kept = byDatabase.get(deps.db) ?? { value: undefined, text: '', triedAt: 0, reading: undefined }
    byDatabase.set(deps.db, kept)
    const now = deps.clock.now().getTime()
    if (kept.reading === undefined && Math.abs(now - kept.triedAt) >= freshMs) {
      kept.triedAt = now
      kept.reading = refresh(deps, kept)
      kept.reading.catch((error: unknown) =>
        deps.log.warn({ reason: String(error) }, 'A public response was not refreshed'),
      )
    }
    if (kept.value === undefined) await kept.reading
    if (kept.value === undefined) throw new Unavailable('The public answer')
    return kept.value
  }
}
