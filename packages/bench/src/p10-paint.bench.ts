import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { buildWebIfNeeded } from '../../../tools/launch/build-web.ts'
import {
  alone,
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  figuresOf,
  type Row,
} from './support/benchmark.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { freezePage } from './support/freeze-page.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { startServer } from './support/processes.ts'
import { type SignedIn, signInDemoMember } from './support/signed-in.ts'

export const paintBenchmark: Benchmark = {
  name: 'P10',
  title: 'Largest contentful paint on a slow telephone',
  floor: 'the same page as static HTML with all of its styles inlined, brotli 11, from a bare static server',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

interface MeasuredPage {
  readonly name: string
  readonly path: string
  readonly usableSelector: string
  readonly interact: (page: Page) => Promise<void>
  /** The demo member who looks; nobody without it. */
  readonly member?: string
}

const pages: readonly MeasuredPage[] = [
  {
    name: 'home',
    path: paths.home(),
    usableSelector: 'main h1',
    // Opens and closes the menu.
    interact: async (page) => {
      const menu = page.locator('header button:visible').last()
      await menu.click()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'Quick Pay',
    path: paths.quickPay(),
    usableSelector: 'main form input',
    // Writes an account number and asks to go on without the telephone number: the form is judged and says so.
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
]

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  buildWebIfNeeded(tell)
  const folder = cleanUp.folder('p10')
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
    const files = join(folder, `${page.name}.json`)
    const signedIn = page.member === undefined ? undefined : await signInDemoMember(portal.origin, page.member)
    writeFileSync(files, JSON.stringify(await freezePage(browser, portal.origin, page.path, signedIn)))
    const floor = await startServer(cleanUp, floorProcess('static-server.ts', { FILES: files }))
    const runs = await measure(browser, { ...page, signedIn }, [portal.origin, floor.origin], quick, tell)
    rows.push(...rowsOf(page, runs))
  }
  return {
    rows,
    notes: [
      'Chromium, 390 × 844, nothing stored; Slow 4G (562.5 ms, 1.44 Mbit/s down) and a processor four times slower, both by the browser itself.',
      'The portal runs with the demo cooperative. The floor is the finished page, frozen: one request, no script.',
      'Usable: the page’s own code has taken over and its first control is there. Interaction: the slowest, from the hand to the next paint, of opening the menu (home), of writing an account number and sending the form (Quick Pay), or of opening a row of the history (overview).',
    ],
  }
}

type Name = 'coopline' | 'floor'

async function measure(
  browser: Browser,
  { name, path, usableSelector, interact, signedIn }: MeasuredPage & { readonly signedIn: SignedIn | undefined },
  [ours, floor]: readonly [string, string],
  quick: boolean,
  tell: (line: string) => void,
): Promise<Runs<Name>> {
  const contenders = [
    {
      name: 'coopline',
      run: async () => ({
        ...(await visit(browser, { url: ours + path, usableSelector, hasCode: true, interact, signedIn })),
      }),
    },
    {
      name: 'floor',
      run: async () => ({ ...(await visit(browser, { url: floor + path, usableSelector, hasCode: false })) }),
    },
  ] as const
  // The first visit finds the server's cache of frames empty and the browser cold.
  for (const contender of contenders) await contender.run()
  return interleave<Name>(quick ? 3 : 11, contenders, (line) => tell(`${name} ${line}`))
}

function rowsOf({ name }: MeasuredPage, runs: Runs<Name>): readonly Row[] {
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
