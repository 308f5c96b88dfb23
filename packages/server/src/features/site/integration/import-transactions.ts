import { setTimeout as sleep } from 'node:timers/promises'
import { rolledBack } from '../../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../../platform/db/open-database.ts'
import { allowLongStatements, type ImportLock, takeImportLock } from './integration.store.ts'

/** Runs the work of one batch in a transaction. */
export type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Thrown when another import keeps the cooperative's copy locked for longer than this one waits. */
export class AnotherImportRuns extends Error {
  constructor() {
    super('Another import is under way. Wait until it has ended, then run this one again.')
    this.name = 'AnotherImportRuns'
  }
}

/** The usual time that an import waits for another one, in milliseconds. */
const usualPatienceMs = 30_000
const pauseMs = 200

const isBusy = (error: unknown): boolean => error instanceof AnotherImportRuns

/** Serialization failure and deadlock: a retry of the same batch succeeds. */
const mayBeRepeated = (error: unknown): boolean =>
  isBusy(error) || (error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01'))

/** One transaction per batch, one import at a time: a batch is imported completely or not at all. */
export const perBatch =
  (db: Database, patienceMs?: number): InTransaction =>
  async (work) =>
    repeated(mayBeRepeated, patienceMs, async () => db.transaction().execute(async (tx) => locked(tx, work)))

async function repeated<T>(
  again: (error: unknown) => boolean,
  patienceMs: number = usualPatienceMs,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!again(error) || attempt * pauseMs >= patienceMs) throw error
      await sleep(pauseMs)
    }
  }
}

async function locked<T>(tx: Tx, work: (tx: Tx) => Promise<T>, lock: ImportLock = 'copy'): Promise<T> {
  if (!(await takeImportLock(tx, lock))) throw new AnotherImportRuns()
  await allowLongStatements(tx)
  return work(tx)
}

/** Runs everything in one transaction: readers see the old state, and then the complete new one. */
export const allAtOnce = async <T>(
  db: Database,
  work: (inTransaction: InTransaction) => Promise<T>,
  { lock, patienceMs }: { readonly lock?: ImportLock | undefined; readonly patienceMs?: number | undefined } = {},
): Promise<T> =>
  repeated(isBusy, patienceMs, async () =>
    db.transaction().execute(async (tx) => locked(tx, async () => work(async (inner) => inner(tx)), lock)),
  )

/**
 * Runs all work in one transaction, so that later files see the rows of earlier ones, and rolls it back at the end.
 *
 * @returns the result of the work.
 */
export const withoutEffect = async <T>(
  db: Database,
  work: (inTransaction: InTransaction) => Promise<T>,
  patienceMs?: number,
): Promise<T> =>
  repeated(isBusy, patienceMs, async () =>
    rolledBack(db, async (tx) => locked(tx, async () => work(async (inner) => inner(tx)))),
  )
