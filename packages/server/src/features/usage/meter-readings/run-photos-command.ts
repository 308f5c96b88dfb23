import { isAbsolute } from 'node:path'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { type CommandOutcome, escapeControls } from '../../../platform/command-outcome.ts'
import type { Deps } from '../../../platform/deps.ts'
import { parseWords, text } from '../../../platform/parse-words.ts'
import { decryptFile } from '../../../platform/uploads/encrypt-file.ts'
import { writeNewFile } from '../../../platform/write-new-file.ts'
import { photoOf } from './photo.ts'
import { findPhoto } from './photos.store.ts'

const longestName = 80

/**
 * Runs `photos save NUMBER --to FILE --by NAME`: saves the photo of a reading, whose number is in the event. FILE is an absolute
 * path and must not exist.
 */
export async function runPhotos(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  args: readonly string[],
): Promise<CommandOutcome> {
  const call = readCall(args)
  if (call === null) return { output: 'photos: give save NUMBER --to FILE --by NAME', exitCode: 2 }
  const { readingId, file, by } = call
  const photo = await findPhoto(deps.db, readingId)
  if (photo === undefined) return { output: `There is no photo of a reading ${readingId}.`, exitCode: 1 }
  const { accountNumber, memberNumber } = photo
  const bytes = decryptFile(deps.keys, photo, photoOf(readingId))
  const at = deps.clock.now()
  const audit = { kind: 'staff.photo-saved', at, memberNumber, accountNumber, detail: { by, reading: readingId } }
  const reason = await writeNewFile(file, bytes, async () => recordAudit(deps.db, audit))
  if (reason !== null) return { output: reason, exitCode: 1 }
  return {
    output: `Wrote ${escapeControls(file)}: the reading of account ${accountNumber}, member ${memberNumber}.`,
    exitCode: 0,
  }
}

function readCall(args: readonly string[]) {
  const call = parseWords(args, { to: text, by: text })
  const [verb, number = '', ...more] = call?.words ?? []
  const { to: file = '', by: name = '' } = call?.values ?? {}
  const by = name.trim()
  const isSound = verb === 'save' && more.length === 0 && /^[0-9]{1,15}$/u.test(number) && isAbsolute(file)
  return isSound && by !== '' && by.length <= longestName ? { readingId: Number(number), file, by } : null
}
