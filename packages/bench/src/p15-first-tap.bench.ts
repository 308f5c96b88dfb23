import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import type { Browser } from 'playwright-core'
import { buildWebIfNeeded } from '../../../tools/launch/build-web.ts'
import { type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare, type Row } from './support/benchmark.ts'
import { launchBrowser, openSlowPage } from './support/browser.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { drawPage } from './support/draw-page.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { startServer } from './support/processes.ts'
import { type SignedIn, signInDemoMember } from './support/signed-in.ts'

export const firstTapBenchmark: Benchmark = {
  name: 'P15',
  title: 'The first tap is answered on a slow telephone',
  floor: 'react and react-dom drawing the same page from one answer, asked for beside the script; a bare static server',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

interface TappedPage {
  readonly name: string
  readonly path: string
  /** What is tapped, ten times a second from the moment it is there. */
  readonly control: string
  /** Is there once a tap has been answered. */
  readonly answer: string
  readonly member?: string
  readonly mostMs?: number
}

const sendForm = { control: 'main form button[type="submit"]', answer: 'main [role="alert"], #root > [role="alert"]' }

const pages: readonly TappedPage[] = [
  {
    name: 'home: the menu opens',
    path: paths.home(),
    control: '[data-ui="disclosure-menu"] > button',
    answer: '[data-ui="disclosure-menu"] > button[aria-expanded="true"]',
  },
  { name: 'Quick Pay: the empty form is refused', path: paths.quickPay(), ...sendForm },
  { name: 'login: the empty form is refused', path: paths.login(), ...sendForm },
  {
    name: 'overview: a row of the history opens',
    path: paths.accountOverview(),
    control: 'main table button[aria-expanded]',
    answer: 'main table button[aria-expanded="true"]',
    member: 'ada.lindqvist',
    mostMs: 2_800,
  },
]

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  buildWebIfNeeded(tell)
  const folder = cleanUp.folder('p15')
  const portal = await startServer(
    cleanUp,
    portalProcess({
      DATA_DIR: folder,
      DEMO: 'Y',
      DEMO_MEMBERS: '25',
      LOG_LEVEL: 'warn',
      REQUESTS_PER_5_MINUTES: '1000000',
    }),
  )
  const browser = await launchBrowser(cleanUp)
  const rows: Row[] = []
  for (const page of pages) {
    const files = join(folder, `${page.path.replaceAll('/', '-')}.json`)
    const signedIn = page.member === undefined ? undefined : await signInDemoMember(portal.origin, page.member)
    writeFileSync(files, JSON.stringify(await drawPage(browser, portal.origin, page.path, signedIn)))
    const floor = await startServer(cleanUp, floorProcess('static-server.ts', { FILES: files }))
    const contenders = [
      { name: 'coopline', run: () => tap(browser, portal.origin, page, signedIn) },
      { name: 'floor', run: () => tap(browser, floor.origin, page) },
    ] as const
    // The first visit finds the server's cache of frames empty and the browser cold.
    for (const contender of contenders) await contender.run()
    const runs = await interleave<'coopline' | 'floor'>(quick ? 3 : 11, contenders, (line) =>
      tell(`${page.name} ${line}`),
    )
    rows.push(rowOf(page, runs))
  }
  return {
    rows,
    notes: [
      'Chromium, 390 × 844, nothing stored but a session; Slow 4G (562.5 ms, 1.44 Mbit/s down) and a processor four times slower, both by the browser itself.',
      'From the navigation until the page shows the answer to a tap. A script taps the control ten times a second from the moment it is drawn until there is an answer.',
      'The floor draws the same elements with the same styles; its buttons do nothing but answer.',
    ],
  }
}

function rowOf({ name, mostMs }: TappedPage, runs: Runs<'coopline' | 'floor'>): Row {
  const most = mostMs === undefined ? '' : `, ≤ ${mostMs.toLocaleString('en-US')} ms`
  return compare(runs, {
    what: name,
    unit: 'ms',
    figure: 'answered',
    ours: 'coopline',
    floor: 'floor',
    goal: {
      text: `≤ 1.50 ×${most}`,
      isMet: (ratio, median) => ratio <= 1.5 && median <= (mostMs ?? Number.POSITIVE_INFINITY),
    },
  })
}

async function tap(
  browser: Browser,
  origin: string,
  { path, control, answer }: TappedPage,
  signedIn?: SignedIn,
): Promise<{ readonly answered: number }> {
  const { page, close } = await openSlowPage(browser, signedIn)
  try {
    await page.addInitScript(tapUntilAnswered, { control, answer })
    await page.goto(origin + path, { waitUntil: 'commit', timeout: 60_000 })
    const seen = await page.waitForFunction(() => (window as unknown as { answeredAt?: number }).answeredAt, null, {
      timeout: 40_000,
    })
    return { answered: Number(await seen.jsonValue()) }
  } finally {
    await close()
  }
}

/** Runs in the page before anything else. */
function tapUntilAnswered({ control, answer }: Pick<TappedPage, 'control' | 'answer'>): void {
  let tappedAt = Number.NEGATIVE_INFINITY
  const look = () => {
    const now = performance.now()
    if (document.querySelector(answer) !== null) {
      Object.assign(window, { answeredAt: now })
      return
    }
    const button = now - tappedAt < 100 ? null : document.querySelector<HTMLElement>(control)
    if (button !== null) {
      tappedAt = now
      button.click()
    }
    requestAnimationFrame(look)
  }
  look()
}
