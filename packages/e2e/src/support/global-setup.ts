import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import { findJourneyBrowser } from '../../../../tools/launch/find-browser.ts'
import { prepareDemo } from './portal-under-test.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser that journeys run in. */
    browserPath: string
    /** Data folder of a stopped portal with the demo cooperative. */
    preparedDemo: string
  }
}

/** Builds the pages, finds a browser and prepares the demo, once for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWebIfNeeded((text) => console.log(text))
  project.provide('browserPath', findJourneyBrowser())
  const dataDir = await prepareDemo()
  project.provide('preparedDemo', dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}
