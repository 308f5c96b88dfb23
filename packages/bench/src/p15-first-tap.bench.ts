import { paths } from '@coopline/contract/paths'
import { type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare, type Row } from './support/benchmark.ts'
import { openSlowPage } from './support/browser.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { comparePages, type DemoPage, type PageComparison, type Side } from './support/compare-pages.ts'
import { drawPage } from './support/draw-page.ts'
import type { Runs } from './support/interleave.ts'

export const firstTapBenchmark: Benchmark = {
  name: 'P15',
  title: 'The first tap is answered on a slow telephone',
  floor: 'react and react-dom drawing the same page from one answer, asked for beside the script; a bare static server',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

interface TappedPage extends DemoPage {
  /** The control to tap, ten times a second from the moment it appears. */
  readonly control: string
  /** Appears once a tap has been answered. */
  readonly answer: string
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

async function run(cleanUp: CleanUp, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const rows = await comparePages<TappedPage>(cleanUp, options, { pages, buildFloor: drawPage, measure: tap, rowsOf })
  return {
    rows,
    notes: [
      'Chromium, 390 × 844, nothing stored but a session; Slow 4G (562.5 ms, 1.44 Mbit/s down) and a processor four times slower, both by the browser itself.',
      'From the navigation until the page shows the answer to a tap. A script taps the control ten times a second from the moment it is drawn until there is an answer.',
      'The floor draws the same elements with the same styles; its buttons do nothing but answer.',
    ],
  }
}

function rowsOf({ name, mostMs }: TappedPage, runs: Runs<Side>): readonly Row[] {
  const most = mostMs === undefined ? '' : `, ≤ ${mostMs.toLocaleString('en-US')} ms`
  const goal = {
    text: `≤ 1.50 ×${most}`,
    isMet: (ratio: number, median: number) => ratio <= 1.5 && median <= (mostMs ?? Number.POSITIVE_INFINITY),
  }
  return [compare(runs, { what: name, unit: 'ms', figure: 'answered', ours: 'coopline', floor: 'floor', goal })]
}

const tap: PageComparison<TappedPage>['measure'] = async (browser, { origin, page: tapped, signedIn }) => {
  const { path, control, answer } = tapped
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
