import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { beforeAll, inject, onTestFinished } from 'vitest'

/**
 * Features of Chromium that start processes for every window and that no test needs: the suggestions of the address bar, and a spare
 * process for the next page. They took more than half of the processor time of a window with one page.
 */
const unneededFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

/** Features that Playwright turns off. Chromium obeys only the last `--disable-features`, so ours repeats those that concern a test. */
const disabledByPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/**
 * Keeps Chromium from optimizing scripts. The page of a test lives for seconds, and optimizing its scripts, above all axe, takes longer
 * than running them.
 */
const withoutOptimizer = '--js-flags=--no-maglev --no-opt'

const launchArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  withoutOptimizer,
  `--disable-features=${[...disabledByPlaywright, ...unneededFeatures].join(',')}`,
]

/** The browser of this worker, which ends with the worker. All test files of the worker use it, one after another. */
let browser: Browser | undefined

async function openBrowser(): Promise<Browser> {
  if (browser?.isConnected() === true) return browser
  // Vitest ends a worker by SIGTERM. Playwright kills its browser when the process exits.
  if (browser === undefined) process.once('SIGTERM', () => process.exit())
  browser = await chromium.launch({ executablePath: inject('browserPath'), args: launchArgs, handleSIGTERM: false })
  return browser
}

/** The folder for the traces of failed tests (`playwright show-trace`); empty: no traces. */
const tracesFolder = process.env['TRACES_DIR'] ?? ''

export const phone = { width: 390, height: 844 } as const
export const desk = { width: 1280, height: 900 } as const

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors in the browser: of scripts, of the console, and violations of the content security policy. */
  readonly complaints: string[]
  /** The messages of dialogs that scripts opened (`alert` and its like). */
  readonly popups: readonly string[]
  /** Every origin to which the pages sent a request. */
  readonly origins: ReadonlySet<string>
}

/** The visitors whose windows are open. */
export const openVisitors: Set<Visitor> = new Set()

/** Opens a visitor with empty storage. Its windows close at the end of the test. */
export async function newVisitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await openVisitor(options)
  const { context } = visitor
  if (tracesFolder !== '') await context.tracing.start({ screenshots: true, snapshots: true })
  onTestFinished(async ({ task }) => {
    const isWanted = tracesFolder !== '' && task.result?.state === 'fail'
    if (isWanted) await context.tracing.stop({ path: join(tracesFolder, `${task.id}-${Date.now()}.zip`) })
    await context.close()
  })
  return visitor
}

/** Opens a visitor for more than one test. The caller closes the context. */
export async function openVisitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await (await openBrowser()).newContext({
    viewport: phone,
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const origins = new Set<string>()
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    if (request.url().startsWith('http')) origins.add(new URL(request.url()).origin)
  })
  const popups: string[] = []
  page.on('dialog', (dialog) => {
    popups.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const visitor = { context, page, complaints, origins, popups }
  openVisitors.add(visitor)
  context.once('close', () => openVisitors.delete(visitor))
  return visitor
}

/**
 * Opens a visitor that the tests of a group share, before the first test, and closes it after the last. A new window takes more time than
 * a new page in it.
 *
 * @param begin prepares the visitor, for example signs it in.
 */
export function shareVisitor(begin: (visitor: Visitor) => unknown = () => {}): () => Visitor {
  let shared: Visitor | undefined
  beforeAll(async () => {
    const visitor = await openVisitor()
    shared = visitor
    await begin(visitor)
    return () => visitor.context.close()
  })
  return () => {
    if (shared === undefined) throw new Error('No test of the group has begun')
    return shared
  }
}

/** True for the complaint of an older browser about a header that it does not support. */
export const isOfOlderBrowser = (complaint: string): boolean => complaint.includes('Permissions-Policy header')

/** Returns the complaints, except those of older browsers and those about failed requests, which some journeys cause on purpose. */
export const unexpected = ({ complaints }: Visitor): readonly string[] =>
  complaints.filter((complaint) => !complaint.includes('Failed to load resource') && !isOfOlderBrowser(complaint))

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Waits until every visible part of the page is there. axe records positions when it starts, and treats a later element as one on a white
 * background, and a link of the served frame that the portal has replaced as one outside the page.
 */
export async function wholePage(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const unfinished = document.querySelectorAll(
      '[data-ui="skeleton"]:not([data-specimen] *), [data-ui="account-list"]:empty',
    )
    // Only the frame has this element. It shows it when the portal cannot be loaded.
    const isFrame = document.getElementById('coopline-not-loaded')?.getClientRects().length === 0
    return (
      !isFrame &&
      document.querySelector('h1') !== null &&
      [...unfinished].every((part) => part.getClientRects().length === 0)
    )
  })
}

/** Axe's options for a part of its rules. */
const rulesOf = {
  all: '',
  colors: `, runOnly: ['color-contrast', 'link-in-text-block']`,
  words: `, runOnly: ['aria-dialog-name', 'button-name', 'image-alt', 'label', 'landmark-unique', 'link-name', 'select-name', 'valid-lang']`,
} as const

/**
 * Runs axe on the page with the rules of WCAG 2.2 A and AA and its best practices, and lists the findings.
 *
 * @param rules `colors` checks contrast alone, which is all that another theme changes. `words` checks what another language changes: that
 * controls have names, and that no two parts have the same name.
 * @param within selector of the part to check; the whole page by default.
 */
export async function axeFindings(
  page: Page,
  rules: keyof typeof rulesOf = 'all',
  within?: string,
): Promise<readonly string[]> {
  await wholePage(page)
  const cdp = await page.context().newCDPSession(page)
  // Evaluated from outside the page, so that its content security policy stays in force for the page itself.
  const evaluate = async (expression: string): Promise<unknown> =>
    (await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value
  if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${axeSource};undefined`)
  const part = within === undefined ? 'document' : JSON.stringify(within)
  const run = `axe.run(${part}, { resultTypes: ['violations']${rulesOf[rules]}`
  // Making selectors takes a quarter of a run: only findings need them.
  const isClean = (await evaluate(`${run}, selectors: false }).then((r) => r.violations.length)`)) === 0
  const found = isClean
    ? '[]'
    : await evaluate(
        `${run} }).then((r) => JSON.stringify(r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(' | '))))`,
      )
  await cdp.detach()
  return JSON.parse(String(found)) as string[]
}
