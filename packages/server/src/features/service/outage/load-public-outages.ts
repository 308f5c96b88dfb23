import {
  type OutageSummary,
  type Territory,
  territory,
} from '@coopline/contract/service/outage/public-outages.contract'
import {
  type CrewState,
  crewStates,
  type OutageCause,
  outageCauses,
} from '@coopline/rules/service/outage-display/incident.messages'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, Unavailable } from '../../../platform/errors.ts'
import { type ActiveIncident, findTerritory, loadOutageFacts, type OutageFacts } from './public-outages.store.ts'
import { displayedCustomers } from './displayed-customers.ts'

type PublicDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'settings'>

/** Rounds to about a kilometer. */
const rounded = (degrees: number): number => Math.round(degrees * 100) / 100

const summaries = createSnapshot(5_000, async ({ db }) => toSummary(await loadOutageFacts(db)))
const territories = createSnapshot(60_000, async ({ db }): Promise<Territory> => {
  const body = await findTerritory(db)
  return body === undefined ? { type: 'FeatureCollection', features: [] } : territory.parse(JSON.parse(body))
})

/**
 * Active outages for everyone, at most five seconds old while the database responds.
 *
 * @throws NotAllowed when the cooperative does not publish outages.
 */
export async function loadPublicOutages(deps: PublicDeps): Promise<OutageSummary> {
  requirePublic(deps)
  return withTimeZone(await summaries(deps), deps.settings.current().timeZone)
}

/** The areas of the map; empty before a territory is imported. @throws NotAllowed. */
export async function loadTerritory(deps: PublicDeps): Promise<Territory> {
  requirePublic(deps)
  return territories(deps)
}

function requirePublic({ settings }: PublicDeps): void {
  const { Outage, publicOutages } = settings.current()
  if (!Outage || !publicOutages) throw new NotAllowed('Outages are not public')
}

type Zoneless = Omit<OutageSummary, 'timeZone'>

const zoned = new WeakMap<Zoneless, OutageSummary>()

/** Returns the same object for the same facts and zone, so its compressed forms stay cached. */
function withTimeZone(facts: Zoneless, timeZone: string): OutageSummary {
  const known = zoned.get(facts)
  if (known?.timeZone === timeZone) return known
  const summary = { ...facts, timeZone }
  zoned.set(facts, summary)
  return summary
}

const toSummary = ({ generatedAt, incidentCount, customers, incidents, areas }: OutageFacts): Zoneless => ({
  generatedAt: instantOf(generatedAt),
  incidentCount,
  customers,
  incidents: incidents.map(toIncident),
  areas: [...areas],
})

function toIncident(one: ActiveIncident): OutageSummary['incidents'][number] {
  const [estimate, firstEstimate] = [instantOf(one.estimate), instantOf(one.firstEstimate)]
  const customers = displayedCustomers(one.customers)
  const { longitude, latitude } = one
  return {
    id: one.id,
    startedAt: new Date(one.startedAt).toISOString(),
    cause: causeOf(one.cause),
    crew: crewOf(one.crew),
    estimate,
    firstEstimate: firstEstimate === estimate ? null : firstEstimate,
    customers,
    point:
      longitude === null || latitude === null || customers === null ? null : [rounded(longitude), rounded(latitude)],
    area: one.area,
  }
}

const instantOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

export const causeOf = (text: string): OutageCause => outageCauses.find((cause) => cause === text) ?? 'unknown'

export const crewOf = (text: string): CrewState => crewStates.find((crew) => crew === text) ?? 'none'

type SnapshotDeps = Pick<Deps, 'db' | 'clock' | 'log'>

interface Cached<Value> {
  value: Value | undefined
  text: string
  /** Milliseconds since 1970. */
  triedAt: number
  reading: Promise<void> | undefined
}

/**
 * Caches a public value in the memory of each process. Requests get the cached value immediately; when it is older than
 * `freshMs`, one reader refreshes it in the background. While the database is slow or down, the last value stays. An unchanged
 * value stays the same object, which keeps its ETag and its compressed forms.
 *
 * @param read loads a new value. Only the first request waits for it.
 */
function createSnapshot<Value>(
  freshMs: number,
  read: (deps: SnapshotDeps) => Promise<Value>,
): (deps: SnapshotDeps) => Promise<Value> {
  const byDatabase = new WeakMap<Deps['db'], Cached<Value>>()
  const refresh = async (deps: SnapshotDeps, kept: Cached<Value>): Promise<void> => {
    try {
      const value = await read(deps)
      const text = JSON.stringify(value)
      if (text !== kept.text) Object.assign(kept, { value, text })
    } finally {
      kept.reading = undefined
    }
  }
  return async (deps) => {
    const kept = byDatabase.get(deps.db) ?? { value: undefined, text: '', triedAt: 0, reading: undefined }
    byDatabase.set(deps.db, kept)
    const now = deps.clock.now().getTime()
    if (kept.reading === undefined && Math.abs(now - kept.triedAt) >= freshMs) {
      kept.triedAt = now
      kept.reading = refresh(deps, kept)
      kept.reading.catch((error: unknown) =>
        deps.log.warn({ reason: String(error) }, 'A public response was not refreshed'),
      )
    }
    if (kept.value === undefined) await kept.reading
    if (kept.value === undefined) throw new Unavailable('The public answer')
    return kept.value
  }
}
