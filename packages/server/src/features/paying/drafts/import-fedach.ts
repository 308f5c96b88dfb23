import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { replaceInstitutions } from './drafts.store.ts'
import { readFedach } from './read-fedach.ts'

const displayedFaults = 10

/** Replaces the directory of banks by a file of the Federal Reserve (`coopline import fedach FILE`), as a whole or not at all. */
export async function importFedach({ db, clock }: Pick<Deps, 'db' | 'clock'>, file: string): Promise<CommandOutcome> {
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return { output: `${file} cannot be read`, exitCode: 1 }
  const directory = readFedach(isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1'))
  if ('faults' in directory) {
    const { faults } = directory
    const lines = faults.slice(0, displayedFaults).map(({ line, reason }) => `${file}, line ${line}: ${reason}`)
    return { output: [...lines, `${faults.length} lines are wrong. Nothing was imported.`].join('\n'), exitCode: 1 }
  }
  const { institutions } = directory
  await inTransaction(db, async (tx) => {
    await replaceInstitutions(tx, institutions)
    await recordAudit(tx, {
      kind: 'drafts.directory-imported',
      at: clock.now(),
      detail: { banks: institutions.length },
    })
  })
  return { output: `Imported ${institutions.length} banks.`, exitCode: 0, value: { banks: institutions.length } }
}
