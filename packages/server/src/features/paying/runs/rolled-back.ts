import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createLog } from '../../../platform/log.ts'

class RollBack extends Error {}

/** Does work in a transaction that is rolled back, to learn what it would return. What it would log, such as an alarm, is not logged. */
export async function rolledBack<T>(deps: Deps, work: (deps: Deps, tx: Tx) => Promise<T>): Promise<T> {
  let done: { readonly value: T } | undefined
  try {
    await inTransaction(deps.db, async (tx) => {
      done = { value: await work({ ...deps, log: createLog('silent') }, tx) }
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack) || done === undefined) throw error
  }
  if (done === undefined) throw new Error('A transaction was not rolled back')
  return done.value
}
