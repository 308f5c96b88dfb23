import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPrefix, paths } from '@coopline/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { buildWebIfNeeded } from '../../../tools/launch/build-web.ts'
import { drawOnCanvas, type Drawn } from './floors/canvas-chart.ts'
import { alone, type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare } from './support/benchmark.ts'
import { launchBrowser } from './support/browser.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { fileOf } from './support/freeze-page.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { startServer } from './support/processes.ts'
import { type SignedIn, signInDemoMember } from './support/signed-in.ts'
import { percentile } from './support/statistics.ts'

export const intervalsBenchmark: Benchmark = {
  name: 'P6',
  title: 'Interval view of 180 days of 5-minute readings, request to drawn',
  floor: 'the same answer from a bare static server, parsed and drawn on a canvas without a library',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

/** A member with three meters, of which the first one measures every five minutes. */
const member = 'amos.pike'
const days = 180
const desk = { width: 1280, height: 900 } as const
const outline = '[data-ui="usage-chart"] svg > path'

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  buildWebIfNeeded(tell)
  const folder = cleanUp.folder('intervals')
  const demo = { DEMO: 'Y', DEMO_MEMBERS: '25', LOG_LEVEL: 'warn', REQUESTS_PER_5_MINUTES: '1000000' }
  const portal = await startServer(cleanUp, portalProcess({ DATA_DIR: folder, ...demo }))
  const browser = await launchBrowser(cleanUp)
  const signedIn = await signInDemoMember(portal.origin, member)
  const { answer, objects, points } = await recordAnswers(browser, portal.origin, signedIn)
  const floor = await serveFloor(cleanUp, folder, { answer, objects })
  const contenders = [
    { name: 'coopline' as const, run: () => drawByPortal(browser, portal.origin, signedIn) },
    { name: 'floor' as const, run: () => drawByFloor(browser, floor.origin, '/answer.json') },
    { name: 'objects' as const, run: () => drawByFloor(browser, floor.origin, '/objects.json') },
  ]
  for (const contender of contenders) await contender.run()
  const runs = await interleave<'coopline' | 'floor' | 'objects'>(quick ? 3 : 11, contenders, tell)
  const frames = await interleave<'pan'>(
    quick ? 1 : 5,
    [{ name: 'pan', run: () => panSlowly(browser, portal.origin, signedIn) }],
    tell,
  )
  return {
    rows: rowsOf(points, runs, frames.pan),
    notes: [
      `Chromium, ${desk.width} × ${desk.height}; the portal runs with the demo cooperative on PGlite. The answer is ${kilobytes(answer)} KB of JSON; the floor sends the same bytes.`,
      `The second row’s floor sends the same readings with an object for each interval (DU-07), ${kilobytes(objects)} KB.`,
      'From the press of the tab Interval until the frame after the line is in the page. The first visit is not counted; each round opens the page anew, so it loads the chart’s code too.',
      'Panning: 90 of the 180 days in view, dragged to and fro with the mouse, a processor four times slower. 34 ms are two frames of a screen that shows 60 a second.',
    ],
  }
}

function rowsOf(
  points: number,
  runs: Runs<'coopline' | 'floor' | 'objects'>,
  frames: readonly Readonly<Record<string, number>>[],
): BenchmarkResult['rows'] {
  const against = { ours: 'coopline', floor: 'floor', unit: 'ms' } as const
  const figure = (name: string) => frames.map((one) => one[name] ?? Number.NaN)
  return [
    compare(runs, {
      what: `${points.toLocaleString('en-US')} points: request to drawn`,
      figure: 'drawn',
      ...against,
      goal: { text: '≤ 1.3 ×', isMet: (ratio) => ratio <= 1.3 },
    }),
    compare(runs, {
      what: 'the same against an object for each interval',
      figure: 'drawn',
      ...against,
      floor: 'objects',
      goal: null,
    }),
    compare(runs, { what: 'parsed answer to drawn', figure: 'afterParse', ...against, goal: null }),
    alone('a frame while panning, p95', 'ms', figure('p95'), {
      text: '≤ 34 ms',
      isMet: (median) => median <= 34,
    }),
    alone('the longest frame while panning', 'ms', figure('longest')),
  ]
}

/** Serves an empty page and both answers. */
async function serveFloor(cleanUp: CleanUp, folder: string, answers: Readonly<Record<'answer' | 'objects', string>>) {
  const page = '<!doctype html><html lang="en"><title>Floor</title><body></body></html>'
  const json = (address: string, body: string) => fileOf(address, 'application/json', Buffer.from(body))
  const served = [
    fileOf('/', 'text/html; charset=utf-8', Buffer.from(page)),
    json('/answer.json', answers.answer),
    json('/objects.json', answers.objects),
  ]
  const files = join(folder, 'floor.json')
  writeFileSync(files, JSON.stringify(served))
  return startServer(cleanUp, floorProcess('static-server.ts', { FILES: files }))
}

/** Opens the usage page and searches for the last 180 days. The daily view shows them. */
async function openUsage(browser: Browser, origin: string, signedIn: SignedIn) {
  const context = await browser.newContext({ viewport: desk, locale: 'en-US', storageState: signedIn })
  const page = await context.newPage()
  await page.addInitScript(noteParsedAnswers)
  await page.goto(origin + paths.usageTracker())
  const from = page.getByLabel('Start date').first()
  const to = await page.getByLabel('End date').first().inputValue()
  await from.fill(dayBefore(to, days - 1))
  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator(`[data-bar="${days - 1}"]`).waitFor()
  return { page, close: () => context.close() }
}

const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

const kilobytes = (text: string): string => Math.round(text.length / 1024).toLocaleString('en-US')

/**
 * Records the portal's answer to the Interval tab, and the same readings as the answer with an object for each
 * interval.
 */
async function recordAnswers(browser: Browser, origin: string, signedIn: SignedIn) {
  const { page, close } = await openUsage(browser, origin, signedIn)
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().startsWith(origin + apiPrefix) && one.url().includes('/interval-blocks?')),
    page.getByRole('tab', { name: 'Interval' }).click(),
  ])
  const answer = await response.text()
  const { authorization = '', applicationid = '' } = await response.request().allHeaders()
  const objects = await page.evaluate(async ({ address, headers }) => (await fetch(address, { headers })).text(), {
    address: response.url().replace('/interval-blocks?', '/intervals?'),
    headers: { authorization, applicationid },
  })
  await close()
  const { intervals } = JSON.parse(objects) as { intervals: readonly { readonly values: readonly unknown[] }[] }
  return { answer, objects, points: intervals[0]?.values.length ?? 0 }
}

/** Runs in the page before anything else: notes when a large answer has been parsed. */
function noteParsedAnswers(): void {
  const parse = JSON.parse.bind(JSON)
  JSON.parse = (text: string, ...more: []) => {
    const value: unknown = parse(text, ...more)
    if (text.length > 100_000) Object.assign(window, { parsedAt: performance.now() })
    return value
  }
}

async function drawByPortal(browser: Browser, origin: string, signedIn: SignedIn): Promise<Record<string, number>> {
  const { page, close } = await openUsage(browser, origin, signedIn)
  try {
    return { ...(await page.evaluate(pressInterval, outline)) }
  } finally {
    await close()
  }
}

/** Runs in the page. */
async function pressInterval(line: string): Promise<Drawn> {
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].at(-1)
  const begun = performance.now()
  tab?.click()
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  while ((document.querySelector(line)?.getAttribute('d')?.length ?? 0) < 10_000) {
    if (performance.now() - begun > 60_000) throw new Error('The intervals were not drawn within a minute')
    await nextFrame()
  }
  const drawn = performance.now()
  const { parsedAt } = window as unknown as { readonly parsedAt: number }
  return { drawn: drawn - begun, afterParse: drawn - parsedAt }
}

async function drawByFloor(browser: Browser, origin: string, address: string): Promise<Record<string, number>> {
  const page = await browser.newPage({ viewport: desk })
  try {
    await page.goto(`${origin}/`)
    return { ...(await page.evaluate(drawOnCanvas, address)) }
  } finally {
    await page.close()
  }
}

/** Drags half of the 180 days to and fro with a slow processor. */
async function panSlowly(browser: Browser, origin: string, signedIn: SignedIn): Promise<Record<string, number>> {
  const { page, close } = await openUsage(browser, origin, signedIn)
  try {
    await page.evaluate(pressInterval, outline)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.evaluate(startFrames)
    await drag(page)
    const frames = await page.evaluate(() => (window as unknown as { readonly frames: readonly number[] }).frames)
    return { p95: percentile(frames, 0.95), longest: Math.max(...frames) }
  } finally {
    await close()
  }
}

async function drag(page: Page): Promise<void> {
  const chart = page.locator('[data-ui="usage-chart"] svg:visible')
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart is not in view')
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(middle, y)
  await page.mouse.down()
  for (let step = 0; step < 120; step += 1) await page.mouse.move(middle + 300 * Math.sin(step / 10), y)
  await page.mouse.up()
}

/** Runs in the page: notes how long each frame took. */
function startFrames(): void {
  const frames: number[] = []
  Object.assign(window, { frames })
  let before = performance.now()
  const look = (now: number) => {
    frames.push(now - before)
    before = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame((now) => {
    before = now
    requestAnimationFrame(look)
  })
}
