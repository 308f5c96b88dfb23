import { paths } from '@coopline/contract/paths'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, wholePage } from './support/browser.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

async function openUsage() {
  const { page } = await newVisitor({ viewport: desk })
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.usageTracker())
  await wholePage(page)
  return page
}

describe('at the edges of a browser', () => {
  test('the menu of a member stays in one row beside a tablet’s and a laptop’s width', async () => {
    const page = await openUsage()
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
    const page = await openUsage()
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
