import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import {
  alone,
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  figuresOf,
  type Row,
} from './support/benchmark.ts'
import { visit } from './support/browser.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { comparePages, type DemoPage, type PageComparison, type Side } from './support/compare-pages.ts'
import { freezePage } from './support/freeze-page.ts'
import type { Runs } from './support/interleave.ts'

export const paintBenchmark: Benchmark = {
  name: 'P10',
  title: 'Largest contentful paint on a slow telephone',
  floor: 'the same page as static HTML with all of its styles inlined, brotli 11, from a bare static server',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

interface MeasuredPage extends DemoPage {
  readonly usableSelector: string
  readonly interact: (page: Page) => Promise<void>
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('header button:visible').last()
  await menu.click()
  await page.keyboard.press('Escape')
}

const pages: readonly MeasuredPage[] = [
  {
    name: 'home',
    path: paths.home(),
    usableSelector: 'main h1',
    interact: openMenu,
  },
  {
    name: 'Quick Pay',
    path: paths.quickPay(),
    usableSelector: 'main form input',
    // Types an account number and submits the form without the phone number: the form shows the problem.
    interact: async (page) => {
      await page.locator('main form input').first().click()
      await page.keyboard.type('100100101', { delay: 60 })
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'overview',
    path: paths.accountOverview(),
    usableSelector: 'main table',
    // Opens a row of the history.
    interact: async (page) =>
      page
        .getByRole('button', { name: /^Details/u })
        .first()
        .click(),
    member: 'ada.lindqvist',
  },
  {
    name: 'usage',
    path: paths.usageTracker(),
    usableSelector: 'main [data-bar]',
    // Opens a day's intervals.
    interact: async (page) => page.locator('main [data-bar="20"]').click(),
    member: 'ada.lindqvist',
  },
  {
    name: 'payment',
    path: paths.payMultiple(),
    usableSelector: 'main form input[inputmode="decimal"]',
    // Writes another amount; the total and the fee follow.
    interact: async (page) => {
      await page.locator('main form input[inputmode="decimal"]').first().click()
      await page.keyboard.type('12.34', { delay: 60 })
    },
    member: 'ada.lindqvist',
  },
  {
    name: 'outages',
    path: paths.outages(),
    usableSelector: 'main svg[role="img"] path',
    interact: openMenu,
  },
]

async function run(cleanUp: CleanUp, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const rows = await comparePages<MeasuredPage>(cleanUp, options, { pages, buildFloor: freezePage, measure, rowsOf })
  return {
    rows,
    notes: [
      'Chromium, 390 × 844, nothing stored; Slow 4G (562.5 ms, 1.44 Mbit/s down) and a processor four times slower, both by the browser itself.',
      'The portal runs with the demo cooperative. The floor is the finished page, frozen: one request, no script.',
      'Usable: the page’s own code has taken over and its first control is there. Interaction: the slowest, from the hand to the next paint, of opening the menu (home, outages), of writing an account number and sending the form (Quick Pay), of opening a row of the history (overview), of opening a day (usage), or of writing an amount (payment).',
    ],
  }
}

const measure: PageComparison<MeasuredPage>['measure'] = async (browser, { side, origin, page, signedIn }) => {
  const { path, usableSelector, interact } = page
  const hasCode = side === 'coopline'
  const visited = { url: origin + path, usableSelector, hasCode, signedIn, ...(hasCode ? { interact } : {}) }
  return { ...(await visit(browser, visited)) }
}

function rowsOf({ name }: MeasuredPage, runs: Runs<Side>): readonly Row[] {
  const ours = (figure: string) => figuresOf(runs.coopline, figure)
  const atMost = (most: number, text: string) => ({ text, isMet: (median: number) => median <= most })
  return [
    compare(runs, {
      what: `${name}: largest contentful paint`,
      unit: 'ms',
      figure: 'lcp',
      ours: 'coopline',
      floor: 'floor',
      goal: { text: '≤ 1.30 ×, ≤ 1,500 ms', isMet: (ratio, median) => ratio <= 1.3 && median <= 1500 },
    }),
    alone(`${name}: usable`, 'ms', ours('usable')),
    alone(`${name}: layout shift`, '', ours('cls'), atMost(0.05, '≤ 0.05')),
    alone(`${name}: interaction to next paint`, 'ms', ours('interaction'), atMost(200, '≤ 200 ms')),
    alone(`${name}: scripts transferred`, 'KB', ours('scriptKb')),
  ]
}
