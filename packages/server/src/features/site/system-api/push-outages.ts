import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PushedImport } from '@coopline/contract/site/system-api/system-pushes.contract'
import type { Deps } from '../../../platform/deps.ts'
import { Refused, Unavailable } from '../../../platform/errors.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { scrubPersonal } from '../../../platform/scrub-personal.ts'
import { importOutages, OutageFileRefused } from '../../service/outage/public.ts'
import { AnotherImportRuns } from '../integration/public.ts'

const mostEntries = 1000

/**
 * Imports the outages that a system pushes, as `coopline import outages` does (REQ-D-504).
 *
 * @throws Refused for a file that is refused as a whole; Unavailable while another import is under way.
 */
export async function pushOutages(deps: Deps, body: Uint8Array): Promise<PushedImport> {
  const receivedAt = deps.clock.now().toISOString()
  const entries: PushedImport['entries'] = []
  let more = 0
  const add = (severity: 'error' | 'notice', column: string, reason: string): void => {
    if (entries.length === mostEntries) more += 1
    else entries.push({ severity, line: 0, column, reason: scrubPersonal(reason) })
  }
  const folder = await mkdtemp(join(tmpdir(), 'coopline-push-'))
  try {
    const path = join(folder, 'outages.json')
    await writeFile(path, body, { mode: 0o600 })
    const summary = await importOutages(deps, path, {
      report: ({ severity, column, reason }) => add(severity, column, reason),
    })
    const { incidents, refused, ended } = summary
    const counts = { rows: incidents + refused, stored: incidents, unchanged: 0, refused, ended }
    const endedAt = deps.clock.now().toISOString()
    return { importId: null, state: 'done', ...counts, entries, moreEntries: more, receivedAt, endedAt }
  } catch (error) {
    if (error instanceof AnotherImportRuns) throw new Unavailable('Another import is under way: this one', 30)
    if (!(error instanceof OutageFileRefused)) throw error
    throw new Refused(protocolRefusal('file-refused', `${error.message} Nothing of it was imported.`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
