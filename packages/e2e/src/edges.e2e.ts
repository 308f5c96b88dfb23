import { paths } from '@coopline/contract/paths'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, shareVisitor, type Visitor, wholePage } from './support/browser.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

async function openUsage({ page }: Visitor) {
  await page.setViewportSize(desk)
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.usageTracker())
  await wholePage(page)
}

describe('at the edges of a browser', () => {
  const shared = shareVisitor(openUsage)

  test('the menu of a member stays in one row beside a tablet’s and a laptop’s width', async () => {
    const { page } = shared()
    const rows: Record<number, number> = {}
    for (const width of [970, 1000, 1024, 1100, 1160, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      rows[width] = await page.evaluate(() => {
        const items = document.querySelectorAll('header [data-ui="disclosure-menu"] > ul > li')
        return new Set([...items].map((item) => Math.round(item.getBoundingClientRect().top))).size
      })
    }
    expect(rows).toEqual({ 970: 1, 1000: 1, 1024: 1, 1100: 1, 1160: 1, 1280: 1 })
  })

  test('forced colors keep the selected tab and account, and the text of buttons and charts', async () => {
    const { page } = shared()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      const found = await page.evaluate(() => {
        const styleOf = (selector: string) => {
          const element = document.querySelector(selector)
          if (element === null) throw new Error(`${selector} is not on the page`)
          const { color, backgroundColor, forcedColorAdjust, fill } = getComputedStyle(element)
          return { color, backgroundColor, forcedColorAdjust, fill }
        }
        return {
          tab: styleOf('[role="tab"][aria-selected="true"]'),
          other: styleOf('[role="tab"][aria-selected="false"]'),
          account: styleOf('[data-ui="account-list"] [aria-current="true"]'),
          button: styleOf('button[data-variant="primary"]'),
          tick: styleOf('[data-ui="usage-chart"] text'),
          page: styleOf('body'),
        }
      })
      // Without `none`, the browser lays a plate of the page's color behind the text, which has the same color there.
      expect([found.tab, found.account, found.button].map((one) => one.forcedColorAdjust)).toEqual([
        'none',
        'none',
        'none',
      ])
      for (const one of [found.tab, found.account, found.button]) expect(one.color).not.toBe(one.backgroundColor)
      expect(found.tab.backgroundColor).not.toBe(found.other.backgroundColor)
      expect(found.tick.fill).toBe(found.page.color)
    }
  })
})

describe('the bars of daily usage', () => {
  const days: Record<string, string> = {}

  /** Opens the page of a member whose days have every status: one weekend day and one weekday keep their own status. */
  const shared = shareVisitor(async (visitor) => {
    await visitor.page.route('**/usage/daily*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { usagesByMeter: { meterUsages: Day[] }[] }
      const usages = answer.usagesByMeter[0]?.meterUsages ?? []
      const plain = (isWeekend: boolean) =>
        usages.filter((day) => day.isWeekend === isWeekend && day.status === 'Actual')
      const [weekend, estimate, keyed] = plain(true)
      const [weekday] = plain(false)
      if (!weekend || !estimate || !keyed || !weekday) throw new Error('The demo lacks days')
      estimate.status = 'Estimate'
      keyed.status = 'Keyed'
      for (const [kind, day] of Object.entries({ weekend, estimate, keyed, weekday })) days[kind] = longDate(day.date)
      await route.fulfill({ response, json: answer })
    })
    await openUsage(visitor)
  })

  /** Red, green and blue of a bar, from 0 to 255. */
  const colorOf = async (kind: 'weekend' | 'estimate' | 'keyed' | 'weekday', colorScheme: 'light' | 'dark') => {
    const { page } = shared()
    await page.emulateMedia({ colorScheme })
    const bar = page
      .getByRole('button', { name: days[kind] ?? 'No such day' })
      .locator('rect')
      .nth(1)
    const fill = await bar.evaluate((rect) => getComputedStyle(rect).fill)
    return (fill.match(/[\d.]+/gu) ?? []).slice(0, 3).map(Number)
  }

  interface Day {
    readonly date: string
    readonly isWeekend: boolean
    status: string
  }

  const longDate = (date: string) =>
    new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'full' })
  const isGray = (color: readonly number[]) => Math.max(...color) - Math.min(...color) <= 32
  const light = (color: readonly number[]) => color.reduce((sum, part) => sum + part, 0) / 765

  test('are gray for estimates and dark gray for keyed readings, at weekends too [US-16, US-17]', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const [estimate, keyed] = [await colorOf('estimate', theme), await colorOf('keyed', theme)]
      expect([isGray(estimate), isGray(keyed)]).toEqual([true, true])
      expect(light(keyed)).toBeLessThan(light(estimate) - 0.1)
    }
  })

  test('are light gray at weekends and blue on other days [US-18, US-19]', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const [weekend, estimate, weekday] = [
        await colorOf('weekend', theme),
        await colorOf('estimate', theme),
        await colorOf('weekday', theme),
      ]
      expect(isGray(weekend)).toBe(true)
      expect(light(weekend)).toBeGreaterThan(light(estimate) + 0.1)
      expect((weekday[2] ?? 0) - (weekday[0] ?? 0)).toBeGreaterThan(100)
    }
  })
})
