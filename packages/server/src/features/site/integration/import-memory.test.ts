import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { importBundle } from './import-bundle.ts'

const clock = createTestClock()
const database = useTestDatabase()

/** Writes a payments file with that many rows, all of account 0200. One of four is valid. */
async function writePayments(path: string, rows: number): Promise<void> {
  function* lines() {
    yield 'account_number,reference,paid_on,amount,method\n'
    for (let row = 0; row < rows; row++) yield `0200,R${String(row)},2026-11-01,${row % 4 === 0 ? '12.50' : 'x'},Card\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** The live heap after garbage collection, in bytes. The embedded database keeps its own memory outside the heap. */
function heldBytes(): number {
  if (typeof collectGarbage !== 'function') throw new Error('The garbage collector cannot be called')
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** The largest growth of the heap during the import. */
async function growthOf(rows: number): Promise<number> {
  const directory = bundleFolder({})
  await writePayments(join(directory, 'payments.csv'), rows)
  const before = heldBytes()
  let most = before
  const look = () => {
    most = Math.max(most, heldBytes())
  }
  const summary = await importBundle(
    { db: database.db, clock },
    { directory, dryRun: true, report: () => {}, onProgress: look },
  )
  expect(summary.files.find(({ file }) => file === 'payments.csv')).toMatchObject({
    rows,
    added: rows / 4,
    refused: (rows * 3) / 4,
  })
  return most - before
}

test('a hundred thousand rows hold no more memory than twenty thousand', { timeout: 240_000 }, async () => {
  const noPayments = { 'payments.csv': csv('account_number,reference,paid_on,amount,method') }
  await importBundle({ db: database.db, clock }, { directory: bundleFolder({ ...smallBundle, ...noPayments }) })
  const megabyte = 1_048_576
  const few = await growthOf(20_000)
  expect(await growthOf(100_000)).toBeLessThan(few + 8 * megabyte)
})
