import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PushedImport } from '@coopline/contract/site/system-api/system-pushes.contract'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { importOutages, OutageFileRefused } from '../../service/outage/public.ts'
import { collectEntries, fromFolder } from './import-push.ts'

/**
 * Imports the outages that a system pushes, as `coopline import outages` does (REQ-D-504).
 *
 * @throws Refused for a file that is refused as a whole; Unavailable while another import is under way.
 */
export async function pushOutages(deps: Deps, body: Uint8Array): Promise<PushedImport> {
  const receivedAt = deps.clock.now().toISOString()
  return fromFolder(async (folder) => {
    const path = join(folder, 'outages.json')
    await writeFile(path, body, { mode: 0o600 })
    const report = collectEntries((line) => line)
    const { incidents, refused, ended } = await importOutages(deps, path, { report: report.add }).catch(orRefused)
    const counts = { rows: incidents + refused, stored: incidents, unchanged: 0, refused, ended }
    const endedAt = deps.clock.now().toISOString()
    return { importId: null, state: 'done', ...counts, ...report.take(), receivedAt, endedAt } as const
  })
}

const orRefused = (error: unknown): never => {
  if (!(error instanceof OutageFileRefused)) throw error
  throw new Refused(protocolRefusal('file-refused', `${error.message} Nothing of it was imported.`))
}
