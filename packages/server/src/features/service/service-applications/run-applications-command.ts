import { mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { type CommandOutcome, escapeControls } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { parseWords, text } from '../../../platform/parse-words.ts'
import { decryptFile } from '../../../platform/uploads/encrypt-file.ts'
import { refusedByDisk, writeNewFile } from '../../../platform/write-new-file.ts'
import { describeDocument, documentOf } from './application-documents.ts'
import {
  deleteSubmittedDocuments,
  findSubmittedDocument,
  listSubmittedDocuments,
  type StoredDocument,
} from './application-documents.store.ts'

const longestName = 80

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'keys'>

interface StaffCall {
  readonly verb: 'save' | 'delete'
  readonly referenceNumber: string
  readonly folder: string
  readonly by: string
}

/**
 * Runs `applications save REFERENCE --to FOLDER --by NAME`, which saves the documents of a submitted application, and
 * `applications delete REFERENCE --by NAME`, which deletes them before their 90 days are over. FOLDER is an absolute path and
 * must not exist.
 */
export async function runApplications(deps: CommandDeps, args: readonly string[]): Promise<CommandOutcome> {
  const call = readCall(args)
  if (call === null) {
    const usage = 'applications: give save REFERENCE --to FOLDER --by NAME, or delete REFERENCE --by NAME'
    return { output: usage, exitCode: 2 }
  }
  const documents = await listSubmittedDocuments(deps.db, call.referenceNumber)
  if (documents.length === 0)
    return { output: `There are no documents of a submitted application ${call.referenceNumber}.`, exitCode: 1 }
  return call.verb === 'save' ? saveDocuments(deps, call, documents) : deleteDocuments(deps, call)
}

/** Saves each document under its number and name. One file at a time is in memory. */
async function saveDocuments(
  deps: CommandDeps,
  { referenceNumber, folder, by }: StaffCall,
  documents: readonly StoredDocument[],
): Promise<CommandOutcome> {
  const written: string[] = []
  const fault = (reason: string): CommandOutcome => ({ output: [...written, reason].join('\n'), exitCode: 1 })
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    return fault(refusedByDisk(error))
  }
  for (const [place, document] of documents.entries()) {
    const { documentId } = document
    const stored = await findSubmittedDocument(deps.db, referenceNumber, documentId)
    if (stored === undefined) return fault('Its documents were deleted meanwhile.')
    const file = join(folder, `${place + 1}-${describeDocument(deps, referenceNumber, document).name}`)
    const bytes = decryptFile(deps.keys, stored, documentOf(referenceNumber, documentId))
    const detail = { by, referenceNumber, document: documentId }
    const reason = await writeNewFile(file, bytes, async () =>
      recordAudit(deps.db, { kind: 'staff.application-document-saved', at: deps.clock.now(), detail }),
    )
    if (reason !== null) return fault(reason)
    written.push(`Wrote ${escapeControls(file)}`)
  }
  return { output: written.join('\n'), exitCode: 0 }
}

async function deleteDocuments(deps: CommandDeps, { referenceNumber, by }: StaffCall): Promise<CommandOutcome> {
  const count = await inTransaction(deps.db, async (tx) => {
    const deleted = await deleteSubmittedDocuments(tx, referenceNumber)
    const detail = { by, referenceNumber, deleted }
    await recordAudit(tx, { kind: 'staff.application-documents-deleted', at: deps.clock.now(), detail })
    return deleted
  })
  return { output: `Deleted ${count} ${count === 1 ? 'document' : 'documents'} of ${referenceNumber}.`, exitCode: 0 }
}

function readCall(args: readonly string[]): StaffCall | null {
  const call = parseWords(args, { to: text, by: text })
  const [verb, referenceNumber = '', ...more] = call?.words ?? []
  const { to: folder = '', by: name = '' } = call?.values ?? {}
  const by = name.trim()
  if (verb !== 'save' && verb !== 'delete') return null
  const hasFolder = verb === 'save' ? isAbsolute(folder) : folder === ''
  const isSound = more.length === 0 && /^A-[A-Z0-9]{4}-[A-Z0-9]{4}$/u.test(referenceNumber) && hasFolder
  return isSound && by !== '' && by.length <= longestName ? { verb, referenceNumber, folder, by } : null
}
