import { expect, test } from 'vitest'
import { listFiles, read } from './source-files.ts'

/** Pages whose journey reaches them by a link and never names their address. The walk for lost presses, which opens every page, uses none. */
const reachedByLink = ['connectApp']

test('every page of the route tables is opened by a browser journey', () => {
  const tables = listFiles(/^packages\/web\/src\/app\/(?:service-|staff-)?routes\.tsx$/u).map(read)
  const pages = new Set(
    tables.flatMap((text) => [...text.matchAll(/path: (?:`\$\{)?paths\.(\w+)\(/gu)].map(([, name]) => name)),
  )
  expect(pages.size).toBeGreaterThan(50)
  const journeys = listFiles(/^packages\/e2e\/src\/(?!lost-presses)[\w-]+\.e2e\.ts$/u).map(read)
  const opened = new Set(journeys.flatMap((text) => [...text.matchAll(/\bpaths\.(\w+)\(/gu)].map(([, name]) => name)))
  expect([...pages].filter((name) => !opened.has(name))).toEqual(reachedByLink)
})
