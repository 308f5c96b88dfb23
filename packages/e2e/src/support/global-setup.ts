import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import { findJourneyBrowser } from '../../../../tools/launch/find-browser.ts'
import { startPortalHost } from './portal-host.ts'
import { type PreparedDemo, prepareDemo } from './portal-under-test.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser that journeys run in. */
    browserPath: string
    /** The demo cooperative in PostgreSQL, which every file copies. */
    preparedDemo: PreparedDemo
  }
}

/** Builds the pages, finds a browser, starts PostgreSQL and prepares the demo, once for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWebIfNeeded((text) => console.log(text))
  project.provide('browserPath', findJourneyBrowser())
  const host = startPortalHost()
  try {
    const demo = await prepareDemo(host)
    project.provide('preparedDemo', demo)
    return async () => {
      await host.close()
      await rm(demo.dataDir, { recursive: true, force: true })
    }
  } catch (error) {
    // Vitest has no teardown to run yet.
    await host.close()
    throw error
  }
}
