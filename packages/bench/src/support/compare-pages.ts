import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import type { BenchmarkOptions, Row } from './benchmark.ts'
import { launchBrowser } from './browser.ts'
import type { CleanUp } from './clean-up.ts'
import type { FrozenFile } from './freeze-page.ts'
import { interleave, type Runs } from './interleave.ts'
import { floorProcess, portalProcess } from './portal-process.ts'
import { startServer } from './processes.ts'
import { type SignedIn, signInDemoMember } from './signed-in.ts'

/** A page of the demo cooperative's portal. */
export interface DemoPage {
  readonly name: string
  readonly path: string
  /** The demo member who visits it; without one the visitor is not signed in. */
  readonly member?: string
}

export type Side = 'coopline' | 'floor'

export interface PageComparison<Page extends DemoPage> {
  readonly pages: readonly Page[]
  /** Builds the files of the floor from the portal's finished page. */
  readonly buildFloor: (
    browser: Browser,
    origin: string,
    path: string,
    signedIn: SignedIn | undefined,
  ) => Promise<readonly FrozenFile[]>
  /** Visits the page once. The floor has no sessions, so it has no signed-in member. */
  readonly measure: (
    browser: Browser,
    visit: {
      readonly side: Side
      readonly origin: string
      readonly page: Page
      readonly signedIn: SignedIn | undefined
    },
  ) => Promise<Readonly<Record<string, number>>>
  readonly rowsOf: (page: Page, runs: Runs<Side>) => readonly Row[]
}

/** Visits pages of the demo cooperative and the floor of each, in turn, with a slow phone. */
export async function comparePages<Page extends DemoPage>(
  cleanUp: CleanUp,
  { quick, page: only, tell }: BenchmarkOptions,
  { pages, buildFloor, measure, rowsOf }: PageComparison<Page>,
): Promise<readonly Row[]> {
  const visited = pages.filter(({ name }) => only === undefined || name === only)
  if (visited.length === 0) throw new Error(`No page ${only}; there are ${pages.map(({ name }) => name).join(', ')}`)
  buildWebIfNeeded(tell)
  const folder = cleanUp.folder('pages')
  const demo = { DEMO: 'Y', DEMO_MEMBERS: '25', LOG_LEVEL: 'warn', REQUESTS_PER_5_MINUTES: '1000000' }
  const portal = await startServer(cleanUp, portalProcess({ DATA_DIR: folder, ...demo }))
  const browser = await launchBrowser(cleanUp)
  const rows: Row[] = []
  for (const page of visited) {
    const { path, member } = page
    const files = join(folder, `floor-${path.replaceAll('/', '-')}.json`)
    const signedIn = member === undefined ? undefined : await signInDemoMember(portal.origin, member)
    writeFileSync(files, JSON.stringify(await buildFloor(browser, portal.origin, path, signedIn)))
    const floor = await startServer(cleanUp, floorProcess('static-server.ts', { FILES: files }))
    const visit = (side: Side, origin: string, visitor?: SignedIn) => ({
      name: side,
      run: () => measure(browser, { side, origin, page, signedIn: visitor }),
    })
    const contenders = [visit('coopline', portal.origin, signedIn), visit('floor', floor.origin)]
    // The first visit finds the server's cache of frames empty and the browser cold.
    for (const contender of contenders) await contender.run()
    const runs = await interleave<Side>(quick ? 3 : 11, contenders, (line) => tell(`${page.name} ${line}`))
    rows.push(...rowsOf(page, runs))
    await floor.stop()
  }
  return rows
}
