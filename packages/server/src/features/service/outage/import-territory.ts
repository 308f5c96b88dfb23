import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { territory } from '@coopline/contract/service/outage/public-outages.contract'
import { OutageFileRefused } from './outage-file.ts'
import { setTerritory } from './incidents.store.ts'
import { readImportText } from './read-import-text.ts'

const longestBytes = 4 * 1024 * 1024

/** Rounds to about ten meters, finer than the map shows. */
const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000

/**
 * Replaces the areas of the public map with those of a GeoJSON file (RFC 7946): a FeatureCollection of polygons, each with an
 * `id` and the property `name`.
 *
 * @returns the number of areas.
 * @throws OutageFileRefused when the file has a different format; the earlier areas stay.
 */
export async function importTerritory({ db }: Pick<Deps, 'db'>, path: string): Promise<number> {
  const text = await readImportText(path, longestBytes)
  const areas = readAreas(text)
  const ids = areas.features.map(({ id }) => id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined) throw new OutageFileRefused(`Two areas have the id ${repeated}.`)
  await inTransaction(db, async (tx) =>
    setTerritory(
      tx,
      JSON.stringify(areas, (_key, value: unknown) => (typeof value === 'number' ? rounded(value) : value)),
    ),
  )
  return ids.length
}

function readAreas(text: string) {
  try {
    return territory.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : firstIssueOf(error)
    throw new OutageFileRefused(`The file is not GeoJSON of areas: ${reason}`)
  }
}

function firstIssueOf(error: unknown): string {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues)) throw error
  const [{ path = [], message = '' } = {}] = error.issues as { path?: unknown[]; message?: string }[]
  return `${path.join('.')}: ${message}`
}
