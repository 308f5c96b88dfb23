import { rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import type { PersonalDataRule } from '../../../platform/personal-data.ts'
import { isSealed } from '../../../platform/messages/sealed-body.ts'
import { listPersonalRows, loadPersonalScope, type PersonalScope } from './personal-data.store.ts'

const rowsPerPage = 500

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'featureData'>

/**
 * Writes everything that the portal holds about a member to a new file that only its owner may read: JSON
 * `{ memberNumber, exportedAt, tables: { "portal.login": [row, …], … } }`, with amounts in cents. Rows are written page by
 * page, so that a member with years of readings needs no more memory than others.
 *
 * @returns false when there is no such member.
 * @throws Error of the file system when the file exists or cannot be written; nothing is left of it then.
 */
export async function exportMember(
  deps: ExportDeps,
  memberNumber: string,
  file: string,
  { by, clientAddress, requestId }: StaffActor,
): Promise<boolean> {
  const scope = await loadPersonalScope(deps.db, memberNumber)
  if (scope === null) return false
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await new Promise<void>((opened, failed) => target.once('open', () => opened()).once('error', failed))
  const at = deps.clock.now()
  try {
    await recordAudit(deps.db, { kind: 'staff.exported', at, memberNumber, clientAddress, requestId, detail: { by } })
    await pipeline(Readable.from(piecesOf(deps, scope, at)), target)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return true
}

async function* piecesOf({ db, featureData }: ExportDeps, scope: PersonalScope, at: Date): AsyncGenerator<string> {
  yield `{"memberNumber":${JSON.stringify(scope.memberNumber)},"exportedAt":"${at.toISOString()}","tables":{`
  let separator = '\n'
  for (const rule of featureData.personalData) {
    if (rule.omit === 'all') continue
    yield `${separator}"${rule.table}":[`
    yield* rowsOf(db, rule, scope)
    yield ']'
    separator = ',\n'
  }
  yield '\n}}\n'
}

async function* rowsOf(db: Deps['db'], rule: PersonalDataRule, scope: PersonalScope): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const page = await listPersonalRows(db, rule, scope, { after, limit: rowsPerPage })
    const separator = after === undefined ? '' : ','
    if (page.length > 0) yield separator + page.map(({ row }) => `\n  ${JSON.stringify(readable(row))}`).join(',')
    after = page.at(-1)?.place
    if (page.length < rowsPerPage) return
  }
}

/** Codes and links in a message are credentials: its text is left out. */
const readable = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof row['body_text'] === 'string' && isSealed(row['body_text']) ? { ...row, body_text: null } : row
