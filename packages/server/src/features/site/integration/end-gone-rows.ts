import type { BundleFile } from './bundle-file.ts'
import type { RowValues } from './check-row.ts'
import { endRows, listKeys } from './gone-rows.store.ts'
import type { InTransaction } from './import-transactions.ts'

/** A full load, and the limit that keeps an incomplete export from ending half of the copy. */
export interface FullLoad {
  /** The most rows of a file that may be ended, in percent of those on file. */
  readonly mostEnded: number
  readonly files: readonly BundleFile[]
}

/** This many rows may always be ended: in a small file, one row is a large share. */
const alwaysAllowed = 10

interface Context {
  readonly inTransaction: InTransaction
  readonly pageRows: number
  /** Tells for each key, in the given order, whether the file has it. */
  readonly has: (keys: readonly RowValues[]) => readonly boolean[]
}

/**
 * Ends the rows that are missing from a complete file: rows of lists are deleted, accounts become inactive. Reads the
 * table by its key, once to count and once to end.
 *
 * @returns the number of ended rows; or, when those would be too many, their number and the number of all rows, with
 *   nothing ended.
 */
export async function endGoneRows(
  { inTransaction, pageRows, has }: Context,
  file: BundleFile,
  { mostEnded, files }: FullLoad,
): Promise<{ readonly ended: number } | { readonly tooMany: number; readonly of: number }> {
  const children = files.filter(({ parents }) => parents.some(({ table }) => table === file.table))
  const eachPage = async (work: (keys: readonly RowValues[], gone: readonly RowValues[]) => Promise<void>) => {
    let after: RowValues | undefined
    do {
      const last = after
      const page = await inTransaction(async (tx) => listKeys(tx, file, last, pageRows))
      const keys = page.filter(({ isEnded }) => !isEnded).map(({ key }) => key)
      const known = has(keys)
      await work(
        keys,
        keys.filter((_, index) => known[index] !== true),
      )
      after = page.length < pageRows ? undefined : page.at(-1)?.key
    } while (after !== undefined)
  }
  const counted = { gone: 0, all: 0 }
  await eachPage(async (keys, gone) => {
    counted.all += keys.length
    counted.gone += gone.length
  })
  if (counted.gone > Math.max(alwaysAllowed, (counted.all * mostEnded) / 100))
    return { tooMany: counted.gone, of: counted.all }
  let ended = 0
  if (counted.gone > 0)
    await eachPage(async (_, gone) => {
      if (gone.length > 0) ended += await inTransaction(async (tx) => endRows(tx, file, gone, children))
    })
  return { ended }
}
