import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { type CommandOutcome, escapeControls } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { documentName } from '../../../platform/documents/document-name.ts'
import { parseWords, text } from '../../../platform/parse-words.ts'
import { readDocument } from '../../../platform/documents/read-document.ts'
import {
  deleteMemberDocument,
  insertMemberDocument,
  listMemberDocuments,
  type MemberDocumentSource,
  mostMemberDocuments,
} from './member-documents.store.ts'

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'log'>

const longestTitle = 120
const wrongUsage: CommandOutcome = {
  output: 'documents: give list, add FILE|URL --title TEXT [--title-es TEXT], or remove NUMBER',
  exitCode: 2,
}

/**
 * Runs `documents list | add FILE|URL --title TEXT [--title-es TEXT] | remove NUMBER`, which manages the documents at
 * `/member-info-docs`. FILE is a file name in DOCUMENTS_DIR and must exist, so that no link is broken.
 */
export async function runDocumentsCommand(deps: CommandDeps, args: readonly string[]): Promise<CommandOutcome> {
  const call = readCall(args)
  if (call === null) return wrongUsage
  const { words, title, spanishTitle } = call
  const [verb, what = '', ...more] = words
  if (more.length > 0) return wrongUsage
  if (verb === 'list' && what === '') return list(deps)
  if (verb === 'remove' && /^[0-9]{1,15}$/u.test(what)) return remove(deps, Number(what))
  return verb === 'add' && what !== '' ? add(deps, what, { title, spanishTitle }) : wrongUsage
}

function readCall(args: readonly string[]) {
  const call = parseWords(args, { title: text, 'title-es': text })
  if (call === null) return null
  const { title = '', 'title-es': spanishTitle = '' } = call.values
  return { words: call.words, title: title.trim(), spanishTitle: spanishTitle.trim() }
}

async function list({ db }: CommandDeps): Promise<CommandOutcome> {
  const found = await listMemberDocuments(db)
  const lines = found.map(({ id, title, fileName, url }) => escapeControls(`${id}  ${title}  ${fileName}${url}`))
  return { output: lines.length === 0 ? 'There are no documents.' : lines.join('\n'), exitCode: 0, value: found }
}

async function add(
  deps: CommandDeps,
  what: string,
  titles: { readonly title: string; readonly spanishTitle: string },
): Promise<CommandOutcome> {
  if (titles.title === '') return { output: 'documents add: give the document a name with --title', exitCode: 2 }
  if (Object.values(titles).some((title) => title.length > longestTitle))
    return refusal(`A title has at most ${longestTitle} characters`)
  const source = await readSource(deps, what)
  if ('fault' in source) return refusal(source.fault)
  if ((await listMemberDocuments(deps.db)).length >= mostMemberDocuments)
    return refusal(`There are ${mostMemberDocuments} documents already. Remove one first`)
  const now = deps.clock.now()
  const id = await inTransaction(deps.db, async (tx) => {
    const added = await insertMemberDocument(tx, { ...titles, ...source }, now)
    await recordAudit(tx, { kind: 'documents.added', at: now, detail: { document: added, ...titles, ...source } })
    return added
  })
  return { output: `Added document ${id}.`, exitCode: 0, value: { id } }
}

async function readSource(deps: CommandDeps, what: string): Promise<MemberDocumentSource | { readonly fault: string }> {
  if (/^https?:/iu.test(what))
    return /^https:/iu.test(what) && isSafeLink(what) && what.length <= 500
      ? { fileName: '', url: what }
      : { fault: 'An address must begin with https:// and have at most 500 characters' }
  if (!documentName.test(what))
    return { fault: `${escapeControls(what)} is no plain file name. Name a file in DOCUMENTS_DIR` }
  if ((await readDocument(deps, what)) === undefined)
    return { fault: `${what} cannot be read as a PDF of at most 8 MB in DOCUMENTS_DIR` }
  return { fileName: what, url: '' }
}

async function remove({ db, clock }: CommandDeps, id: number): Promise<CommandOutcome> {
  const isRemoved = await inTransaction(db, async (tx) => {
    if (!(await deleteMemberDocument(tx, id))) return false
    await recordAudit(tx, { kind: 'documents.removed', at: clock.now(), detail: { document: id } })
    return true
  })
  return isRemoved ? { output: `Removed document ${id}.`, exitCode: 0 } : refusal(`There is no document ${id}`)
}

const refusal = (reason: string): CommandOutcome => ({ output: `${reason}. Nothing was changed.`, exitCode: 1 })
