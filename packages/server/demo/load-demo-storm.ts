import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { importOutages, importTerritory } from '../src/features/service/outage/public.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/open-database.ts'
import type { DemoFact } from './demo-facts.ts'

/** Counties around Eau Claire, from the Census Bureau shapes in us-atlas (public domain). */
const territoryFile = join(import.meta.dirname, 'territory.json')

/** Cause, crew, customers, location and area of each incident. The first two affect the demo members without power. */
const places = [
  ['tree', 'on-site', 1_214, -91.47, 44.79, '55035'],
  ['unknown', 'none', 186, -91.72, 44.98, '55033'],
  ['lightning', 'en-route', 642, -91.28, 45.07, '55017'],
  ['equipment', 'assigned', 97, -90.61, 44.74, '55019'],
  ['animal', 'assigned', 31, -91.36, 44.31, '55121'],
  ['tree', 'none', 3, -92.0, 44.58, '55091'],
] as const

/**
 * Loads the territory and an active storm, as an outage file written just now. Relative to the day of each start, the storm began
 * the evening before. Every load repeats the same incidents.
 */
export async function loadDemoStorm(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  today: CalendarDate,
  facts: readonly DemoFact[],
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'coopline-demo-storm-'))
  try {
    const path = join(directory, 'outages.json')
    await writeFile(path, JSON.stringify(stormFile(clock.now(), today, facts)))
    await importTerritory({ db }, territoryFile)
    await importOutages({ db, clock }, path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The outage file of the storm. @internal */
export function stormFile(now: Date, today: CalendarDate, facts: readonly DemoFact[]): object {
  const at = (days: number, time: string) => `${addDays(today, days)}T${time}Z`
  const accountsOf = (whatElse: string) =>
    facts.filter((fact) => fact.whatElse.includes(whatElse)).map((fact) => fact.account)
  const affected = [
    accountsOf('active outage with an estimated restoration time'),
    accountsOf('active outage, restoration time not yet known'),
  ]
  const incidents = places.map(([cause, crew, customersAffected, longitude, latitude, area], index) => ({
    id: `S-${index + 1}`,
    status: 'active',
    startedAt: at(-1, `23:${10 + index}:00`),
    cause,
    crew,
    // The second incident is that of the member without an estimate.
    estimatedRestoration: index === 1 ? null : at(1, '11:30:00'),
    estimates: index === 0 ? [{ statedAt: at(-1, '23:30:00'), estimatedRestoration: at(1, '03:00:00') }] : [],
    customersAffected,
    point: { longitude, latitude },
    area,
    accounts: affected[index] ?? [],
  }))
  return { format: 'coopline-outages/1', generatedAt: now.toISOString(), scope: 'full', incidents }
}
