import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { importFedach } from '../src/features/paying/drafts/public.ts'
import { importBundle } from '../src/features/site/integration/public.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { OpenDatabase } from '../src/platform/db/open-database.ts'
import type { Env } from '../src/platform/env.ts'
import { loadNamedUsage, loadOrdinaryUsage } from './create-demo-usage.ts'
import { type DemoFact, readDemoFacts } from './demo-facts.ts'
import { beginDemo, findDemoState, setDemoState } from './demo.store.ts'
import { loadDemoStorm } from './load-demo-storm.ts'
import { namedMembers } from './named-members.ts'
import { ordinaryMember } from './ordinary-member.ts'
import { moveOrdinaryMembers, refreshDemoDates } from './refresh-demo-dates.ts'
import { demoMonths, type DemoBundleWriter, openDemoBundle } from './write-demo-bundle.ts'

export interface DemoStart {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly env: Pick<Env, 'DEMO_MEMBERS'>
  /** Today where the cooperative is. */
  readonly today: CalendarDate
  readonly clock: Clock
  /** Readings are loaded, unless this is false. */
  readonly readings?: boolean
  /** Receives the progress in words. */
  readonly onProgress?: (text: string) => void
}

export interface DemoCooperative {
  /** The named members are in and their dates hold today. */
  readonly ready: Promise<void>
  /** Resolves when every member is loaded, with bills and payments. */
  readonly all: Promise<void>
  /** Resolves when all readings are loaded; with `all` where none are. */
  readonly usage: Promise<void>
}

/** Invented banks in the form of the Federal Reserve's directory. */
const bankDirectory = join(import.meta.dirname, 'fedach-excerpt.txt')

/** Ordinary members are imported in parts, so that an interrupted start repeats one part at most. */
const membersPerPart = 2000
/** Small batches let requests through in between: the embedded database does one thing at a time. */
const batchRows = 500

/**
 * Creates the demo cooperative by import at the first start. Later starts complete an interrupted one, add members when more
 * are wanted, and move its dates to today.
 */
export function createDemoCooperative(start: DemoStart): DemoCooperative {
  const facts = readDemoFacts()
  const ready = prepareNamed(start, facts)
  const all = ready.then(async () => prepareOrdinary(start))
  // A caller that awaits only `ready` gets its errors there. An error of the rest must not end the process as unhandled.
  const usage = start.readings === false ? all : all.then(async () => loadOrdinaryUsage(usageStart(start), facts))
  usage.catch(() => {})
  return { ready, all, usage }
}

const usageStart = ({ database: { db }, clock, today }: DemoStart) => ({ db, clock, today })

async function prepareNamed(start: DemoStart, facts: readonly DemoFact[]): Promise<void> {
  const { db } = start.database
  const wanted = Math.max(0, start.env.DEMO_MEMBERS - new Set(facts.map((fact) => fact.member)).size)
  await beginDemo(db, start.today, wanted)
  const state = await findDemoState(db)
  if (state === undefined) throw new Error('The demo cooperative was removed while it was made')
  if (!state.namedLoaded) {
    start.onProgress?.('Creating the demo cooperative')
    // With the dates of the first start: bills are identified by their day, so another day would import them twice.
    const members = namedMembers(facts, state.namedDay)
    await bringIn(start, 5000, async (bundle) => {
      for (const member of members) await bundle.add(member, state.namedDay, demoMonths.named)
    })
    const { output, exitCode } = await importFedach({ db, clock: start.clock }, bankDirectory)
    if (exitCode !== 0) throw new Error(output)
    await setDemoState(db, { namedLoaded: true })
  }
  await refreshDemoDates(db, facts, start.today)
  await loadDemoStorm({ db, clock: start.clock }, start.today, facts)
  if (start.readings !== false) await loadNamedUsage(usageStart(start), facts)
}

async function prepareOrdinary(start: DemoStart): Promise<void> {
  const { db } = start.database
  const wantedNow = Math.max(0, start.env.DEMO_MEMBERS - new Set(readDemoFacts().map((fact) => fact.member)).size)
  // First completes what an earlier start began, with the dates of that day.
  await bringInOrdinary(start)
  await moveOrdinaryMembers(db, start.today)
  const state = await findDemoState(db)
  if (state === undefined || state.ordinaryTarget >= wantedNow) return
  await setDemoState(db, { ordinaryTarget: wantedNow })
  await bringInOrdinary(start)
}

async function bringInOrdinary(start: DemoStart): Promise<void> {
  const { db } = start.database
  for (;;) {
    const state = await findDemoState(db)
    if (state === undefined || state.ordinaryLoaded >= state.ordinaryTarget) return
    const last = Math.min(state.ordinaryLoaded + membersPerPart, state.ordinaryTarget)
    await bringIn(start, batchRows, async (bundle) => {
      for (let index = state.ordinaryLoaded + 1; index <= last; index++) {
        await bundle.add(ordinaryMember(index, state.ordinaryDay), state.ordinaryDay, demoMonths.ordinary)
      }
    })
    await setDemoState(db, { ordinaryLoaded: last })
    start.onProgress?.(`Demo members: ${last} of ${state.ordinaryTarget}`)
  }
}

/** Writes a bundle into a folder of its own, imports it and removes the folder. */
async function bringIn(
  start: DemoStart,
  rows: number,
  write: (bundle: DemoBundleWriter) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'coopline-demo-'))
  try {
    const bundle = await openDemoBundle(directory)
    await write(bundle)
    await bundle.end()
    const faults: string[] = []
    await importBundle(
      { db: start.database.db, clock: start.clock },
      {
        directory,
        batchRows: rows,
        inBatches: true,
        report: (entry) => {
          if (faults.length < 5) faults.push(`${entry.file} line ${entry.line}: ${entry.column} ${entry.reason}`)
        },
      },
    )
    if (faults.length > 0) throw new Error(`The demo bundle was not imported wholly: ${faults.join('; ')}`)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
