import { z } from 'zod'
import type { CommandOutcome } from '../command-outcome.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Deps } from '../deps.ts'
import { insertMessage } from '../messages/message.store.ts'
import { claimUnmailedRefusals, type RefusedImport, replaceRefusedImports } from './refused-imports.store.ts'

/** Maximum files per mail, and per watch folder. */
const [mostListed, mostClaimed, mostFiles] = [50, 1_000, 1_000] as const

const refusedCall = z.strictObject({
  folder: z.string(),
  directory: z.string(),
  isWhole: z.boolean(),
  files: z.array(z.strictObject({ file: z.string(), hasReport: z.boolean() })),
})
export type RefusedCall = z.output<typeof refusedCall>

/**
 * Stores the list of refused files in a watch folder, the oldest first. Of a longer list the last 1,000 files are
 * stored, and files stored before stay.
 *
 * @param args the call as JSON.
 */
export async function noteRefusedImports(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  args: readonly string[],
): Promise<CommandOutcome> {
  const { files, isWhole, ...call } = refusedCall.parse(JSON.parse(args[0] ?? ''))
  const list = {
    ...call,
    files: files.slice(-mostFiles),
    isWhole: isWhole && files.length <= mostFiles,
    now: clock.now(),
  }
  await inTransaction(db, async (tx) => replaceRefusedImports(tx, list))
  return { output: '', exitCode: 0 }
}

/**
 * Mails staff about the imports that were refused since the last mail. Each file is in one mail. Without `alarmEmail` they stay
 * unmailed.
 */
export async function mailRefusedImports(deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<void> {
  const recipient = deps.settings.current().alarmEmail.trim()
  if (recipient === '') return
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const refused = await claimUnmailedRefusals(tx, mostClaimed, now)
    const [first] = refused
    if (first === undefined) return
    await insertMessage(tx, {
      dedupeKey: `refused-imports:${first.directory}:${first.file}:${now.getTime()}`,
      channel: 'email',
      recipient,
      subject: refused.length === 1 ? 'An import was refused' : `${refused.length} imports were refused`,
      bodyText: bodyOf(refused),
      language: 'en',
      now,
    })
  })
}

function bodyOf(refused: readonly RefusedImport[]): string {
  const lines = refused.slice(0, mostListed).map(({ directory, file, hasReport }) => {
    if (file === '.') return `${directory} cannot be read`
    return `${directory}/${file}${hasReport ? ` (report: ${file}.report.csv)` : ''}`
  })
  return [
    'The portal refused these files of its watch folder wholly or in part.',
    lines.join('\n'),
    ...(refused.length > mostListed ? [`${refused.length - mostListed} more are in the folder "refused".`] : []),
    'The text beside each file says why. The alarm ends when the files are deleted; put corrected ones into the folder again. docs/IMPORT.md, "A watch folder", says how.',
  ].join('\n\n')
}
