import { recordAudit } from '../audit/audit.store.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Deps } from '../deps.ts'
import { currentKeyFor } from '../keys.ts'
import { rewrapSecret, type SecretKind } from './secret-kinds.ts'
import { listKeyIds, listSecrets, replaceSecret } from './stored-secrets.store.ts'

type RewrapDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'random' | 'failPoints' | 'featureData'>

/** Small enough that a member who waits for the same rows hardly notices. */
const batchSize = 200

/**
 * Moves every stored secret to the current key, batch by batch; each batch and its audit entry are one transaction. A secret
 * that moved no longer names its former key, so an interrupted run is simply started again.
 *
 * @returns how many of each kind were moved.
 * @throws KeyMissing when a secret names a key that `APP_KEYS` lacks.
 */
export async function rewrapSecrets(
  deps: RewrapDeps,
): Promise<readonly { readonly name: string; readonly moved: number }[]> {
  const current = currentKeyFor(deps.keys, 'fingerprint').kid
  const done = []
  for (const kind of deps.featureData.secrets) {
    let moved = 0
    for (const from of await listKeyIds(deps.db, kind))
      if (from !== current) moved += await moveAll(deps, kind, { from, to: current })
    done.push({ name: kind.name, moved })
  }
  return done
}

interface Move {
  readonly from: string
  readonly to: string
}

async function moveAll(deps: RewrapDeps, kind: SecretKind, move: Move): Promise<number> {
  let [moved, after]: [number, readonly unknown[] | undefined] = [0, undefined]
  for (;;) {
    const batch = await moveBatch(deps, kind, move, after)
    moved += batch.moved
    if (batch.last === undefined) return moved
    after = batch.last
    deps.failPoints.reach('keys.after-batch')
  }
}

async function moveBatch(deps: RewrapDeps, kind: SecretKind, move: Move, after: readonly unknown[] | undefined) {
  return inTransaction(deps.db, async (tx) => {
    const stored = await listSecrets(tx, kind, { keyId: move.from, after, limit: batchSize })
    let moved = 0
    for (const one of stored) if (await replaceSecret(tx, kind, one, rewrapSecret(deps, kind, one))) moved += 1
    if (moved > 0)
      await recordAudit(tx, {
        kind: 'keys.rewrapped',
        at: deps.clock.now(),
        detail: { secrets: kind.name, from: move.from, to: move.to, count: moved },
      })
    return { moved, last: stored.at(-1)?.id }
  })
}
