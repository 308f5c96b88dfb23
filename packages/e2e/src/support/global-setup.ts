import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import { findJourneyBrowser } from '../../../../tools/launch/find-browser.ts'
import { type HostedDemo, prepareHostedDemo } from './hosted-portal.ts'
import { startPortalHost } from './portal-host.ts'
import { prepareDemo } from './portal-under-test.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser that journeys run in. */
    browserPath: string
    /** Data folder of a stopped portal with the demo cooperative. */
    preparedDemo: string
    /** The demo cooperative in PostgreSQL, for portals of a host. */
    hostedDemo: HostedDemo
  }
}

/** Builds the pages, finds a browser and prepares the demo on both databases, once for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWebIfNeeded((text) => console.log(text))
  project.provide('browserPath', findJourneyBrowser())
  const host = startPortalHost()
  try {
    const [dataDir, hosted] = await Promise.all([prepareDemo(), prepareHostedDemo(host)])
    project.provide('preparedDemo', dataDir)
    project.provide('hostedDemo', hosted)
    return async () => {
      await host.close()
      for (const folder of [dataDir, hosted.dataDir]) await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    // Vitest has no teardown to run yet.
    await host.close()
    throw error
  }
}
