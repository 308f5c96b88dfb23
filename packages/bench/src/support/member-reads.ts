import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadRecipe } from '../floors/read-recipe.ts'
import { type BenchmarkOptions, throughput } from './benchmark.ts'
import type { CleanUp } from './clean-up.ts'
import type { Reader } from './fill-cooperative.ts'
import { type FilledCooperative, poolSize } from './filled-portal.ts'
import { createClient, type HttpClient } from './http-client.ts'
import { interleave, type Runs } from './interleave.ts'
import { loadFor, loadTimes } from './load.ts'
import { floorProcess } from './portal-process.ts'
import type { PostgresqlServer } from './postgresql-server.ts'
import { type RunningServer, startServer } from './processes.ts'
import { recordStatements } from './record-statements.ts'

/** The paths that a member reads, one after another. */
export type PathsOf = (reader: Reader) => readonly string[]

/** One piece of work: everything that a member reads. */
type Read = (client: HttpClient, reader: Reader) => Promise<void>

/** A floor that runs the statements of the reads again, and what was recorded for it. */
export interface ReadFloor {
  readonly bare: RunningServer
  readonly recorded: ReadRecipe
}

/**
 * Records the statements of the reads and starts `floors/read-server.ts` with them.
 *
 * @param writesJson true when the floor writes its answers with `JSON.stringify` each time.
 */
export async function startReadFloor(
  cleanUp: CleanUp,
  server: PostgresqlServer,
  { portal, url, signedIn }: FilledCooperative,
  pathsOf: PathsOf,
  writesJson = false,
): Promise<ReadFloor> {
  const recorded = await recordReads(cleanUp, server, portal, signedIn, pathsOf)
  const recipe = join(cleanUp.folder('reads'), 'recipe.json')
  writeFileSync(recipe, JSON.stringify(recorded))
  const env = { RECIPE: recipe, DATABASE_POOL: poolSize, DATABASE_URL: url, WRITES_JSON: writesJson ? 'Y' : 'N' }
  return { bare: await startServer(cleanUp, floorProcess('read-server.ts', env)), recorded }
}

/** The reads of one member, recorded after another one's, so that nothing is done for the first time. */
async function recordReads(
  cleanUp: CleanUp,
  server: PostgresqlServer,
  portal: RunningServer,
  [first, second]: readonly Reader[],
  pathsOf: PathsOf,
): Promise<ReadRecipe> {
  if (first === undefined || second === undefined) throw new Error('Two readers are needed')
  const client = createClient(portal.origin, 1)
  cleanUp.add(client.close)
  const read = readFrom(pathsOf)
  await loadTimes(2, 1, async () => read(client, first))
  await read(client, second)
  const answers: string[] = []
  const statements = await recordStatements(
    server,
    pathsOf(second).map((path) => async () => {
      const { text } = await client.call({ method: 'GET', path, headers: second.headers })
      answers.push(text)
    }),
  )
  return {
    reader: { ...second, tokenHash: `\\x${second.tokenHash.toString('hex')}` },
    reads: statements.map((said, index) => ({ statements: said, answer: answers[index] ?? '' })),
  }
}

/** Reads from the portal. */
export const readFrom =
  (pathsOf: PathsOf): Read =>
  async (client, reader) => {
    for (const path of pathsOf(reader)) await client.call({ method: 'GET', path, headers: reader.headers })
  }

/** Reads from the floor, which gets the member's facts as headers. */
const readFromFloor =
  ({ reads }: ReadRecipe): Read =>
  async (client, { memberNumber, accountNumber, loginId, tokenHash }) => {
    const headers = {
      'x-member': memberNumber,
      'x-account': accountNumber,
      'x-login': loginId,
      'x-token-hash': `\\x${tokenHash.toString('hex')}`,
    }
    for (const read of reads.keys()) await client.call({ method: 'GET', path: `/${read}`, headers })
  }

/** Reads for some seconds, spread over the members who are signed in. */
export async function measureReads(
  server: RunningServer,
  read: Read,
  {
    signedIn,
    atOnce,
    seconds,
  }: { readonly signedIn: readonly Reader[]; readonly atOnce: number; readonly seconds: number },
) {
  const client = createClient(server.origin, atOnce)
  try {
    return throughput(
      await loadFor(seconds, atOnce, async (index) => {
        const reader = signedIn[(index * 97) % signedIn.length]
        if (reader !== undefined) await read(client, reader)
      }),
    )
  } finally {
    client.close()
  }
}

/** Measures the portal and the floor in turn, after each has read for one run. */
export async function compareReads(
  { portal, signedIn }: FilledCooperative,
  { bare, recorded }: ReadFloor,
  pathsOf: PathsOf,
  { atOnce, quick, tell }: BenchmarkOptions & { readonly atOnce: number },
): Promise<Runs<'coopline' | 'floor'>> {
  const load = { signedIn, atOnce, seconds: quick ? 3 : 12 }
  const contenders = [
    { name: 'coopline' as const, run: () => measureReads(portal, readFrom(pathsOf), load) },
    { name: 'floor' as const, run: () => measureReads(bare, readFromFloor(recorded), load) },
  ]
  for (const { run } of contenders) await run()
  return interleave<'coopline' | 'floor'>(quick ? 3 : 7, contenders, tell)
}
