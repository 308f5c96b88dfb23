import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../../../tools/launch/find-browser.ts'
import type { CleanUp } from './clean-up.ts'
import type { SignedIn } from './signed-in.ts'

const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export async function launchBrowser(cleanUp: CleanUp): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: quiet })
  cleanUp.add(() => browser.close())
  return browser
}

/** The measurements of a visit. Times are milliseconds after navigation began. */
export interface Visit {
  /** Largest contentful paint. */
  readonly lcp: number
  /** The sum of layout shifts that no input caused. */
  readonly cls: number
  /** The time at which the page's own code took over; `NaN` for a page without code. */
  readonly usable: number
  /** The slowest interaction, from the input to the next paint; `NaN` without any. */
  readonly interaction: number
  /** Size of the scripts as transferred, in KB. */
  readonly scriptKb: number
}

/** Opens a browser context of the size of a phone, with empty storage or with a session. */
export const openPhone = (browser: Browser, signedIn?: SignedIn): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    ...(signedIn === undefined ? {} : { storageState: signedIn }),
  })

/** Chromium's own "Slow 4G": milliseconds, bytes a second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 } as const
const slowdown = 4

/** Opens an empty page of a phone with a slow network and a slow processor. */
export async function openSlowPage(
  browser: Browser,
  signedIn?: SignedIn,
): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const context = await openPhone(browser, signedIn)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', slow4g)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, close: () => context.close() }
}

interface Seen {
  lcp: number
  cls: number
  usable: number
  interaction: number
}

/** Runs in the page before anything else. */
function watch(usableSelector: string): void {
  const seen: Seen = { lcp: Number.NaN, cls: 0, usable: Number.NaN, interaction: Number.NaN }
  Object.assign(window, { benchSeen: seen })
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
    observer.observe({ type, buffered: true, ...more })
  }
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.cls += value
  })
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId?: number }
      if ((interactionId ?? 0) > 0) seen.interaction = Math.max(duration, seen.interaction || 0)
    },
    { durationThreshold: 16 },
  )
  // React marks the element that it draws into; the frame that the server wrote has no such mark.
  const look = () => {
    const drawnInto = document.getElementById('root')
    const isOurs = drawnInto !== null && Object.keys(drawnInto).some((key) => key.startsWith('__reactContainer'))
    if (isOurs && document.querySelector(usableSelector) !== null) seen.usable = performance.now()
    else if (performance.now() < 30_000) requestAnimationFrame(look)
  }
  look()
}

export interface VisitOptions {
  readonly url: string
  /** The selector of an element that exists once the page can be used. */
  readonly usableSelector: string
  /** True for a page whose own code must take over. */
  readonly hasCode: boolean
  /** The actions of a visitor; the slowest response to one is `interaction`. */
  readonly interact?: (page: Page) => Promise<void>
  /** The session of the visitor; without it, no one is signed in. */
  readonly signedIn?: SignedIn | undefined
}

/** Visits a page on a slow phone whose storage is empty except for a session: Slow 4G, the processor four times slower. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { page, close } = await openSlowPage(browser, options.signedIn)
  try {
    await page.addInitScript(watch, options.usableSelector)
    await page.goto(options.url, { waitUntil: 'load', timeout: 60_000 })
    if (options.hasCode)
      await page.waitForFunction(
        () => !Number.isNaN((window as unknown as { benchSeen: Seen }).benchSeen.usable),
        null,
        {
          timeout: 40_000,
        },
      )
    await page.waitForTimeout(1_000)
    const before = await seenBy(page)
    await options.interact?.(page)
    await page.waitForTimeout(options.interact === undefined ? 0 : 500)
    const { interaction } = await seenBy(page)
    return { ...before, interaction, scriptKb: await scriptKbOf(page) }
  } finally {
    await close()
  }
}

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => ({ ...(window as unknown as { benchSeen: Seen }).benchSeen }))

const scriptKbOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024
  })
