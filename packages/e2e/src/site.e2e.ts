import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, phone, shareVisitor } from './support/browser.ts'
import { menuOf, openingFaults } from './support/opening-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const pathOf = (page: Page): string => new URL(page.url()).pathname

describe('pages and addresses', () => {
  describe('one after another', () => {
    const reports: string[] = []
    const shared = shareVisitor(({ page }) =>
      page.on('request', (request) => {
        if (request.url().includes('csp-reports')) reports.push(request.url())
      }),
    )

    test.each([
      ['/', 'RT-05', 'Home'],
      [paths.home(), 'RT-06', 'Home'],
      [paths.quickPay(), 'RT-52', 'Quick Pay'],
      [paths.paymentSuccess(), 'RT-22', 'Payment Success'],
      [paths.paymentCancel(), 'RT-23', 'Payment Cancel'],
      [paths.servicesProducts(), 'RT-54', 'Services & Products'],
      [paths.legalTerms(), 'RT-56', 'Legal Statement'],
    ])('the first answer and the page at %s have its title [%s]', async (path, _id, title) => {
      const { page, complaints } = shared()
      const answer = await page.goto(portal.origin + path)
      expect(await answer?.text()).toContain(`<title>${title.replace('&', '&amp;')}</title>`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.title()).toBe(title)
      expect(pathOf(page)).toBe(path)
      expect(complaints).toEqual([])
    })

    test('no page of the portal or the provider breaks a security policy [SEC-63]', async () => {
      const { page, complaints } = shared()
      const others = [
        portal.origin + '/demo/mailbox',
        portal.origin + '/no/such/page',
        portal.providerOrigin + '/pay/unknown',
      ]
      for (const address of others) {
        await page.goto(address)
        await page.getByRole('heading', { level: 1 }).waitFor()
      }
      expect(complaints.filter((complaint) => !complaint.includes('404 (Not Found)'))).toEqual([])
      expect(reports).toEqual([])
    })
  })

  test('unknown paths and short forms of pages that do not exist redirect to the home page, and a guarded page redirects a visitor to the login page [RT-07, RU-32, RT-60]', async () => {
    const { page } = await newVisitor()
    for (const path of ['/no-such-page', '/%F0%9F']) {
      const answer = await page.goto(portal.origin + path)
      expect(answer?.status(), path).toBe(404)
      await page.waitForURL(portal.origin + paths.home())
      await page.getByRole('heading', { level: 1, name: 'Pay your bill without signing in' }).waitFor()
      expect(await page.title()).toBe('Home')
    }
    await page.goto(portal.origin + paths.paymentOptions())
    await page.waitForURL(portal.origin + paths.login({ returnUrl: paths.paymentOptions() }))
    // As a mail program links a sentence that ends in an address.
    await page.goto(`${portal.origin}${paths.quickPay({ accountno: '100100101' })}).`)
    await expect.poll(() => page.getByLabel('Account number').inputValue()).toBe('100100101')
    await page.goto(`${portal.origin}${paths.resetPassword({ otc: 'abc_' })},`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('home introduces Quick Pay, and its button opens it; with the feature off neither is shown [HM-02, HM-18]', async () => {
    const { page } = await newVisitor()
    await page.goto(portal.origin)
    await page.getByRole('main').getByRole('button', { name: 'Quick Pay' }).click()
    await page.waitForURL(portal.origin + paths.quickPay())
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    await portal.set({ QuickPay: 'N' })
    await page.goto(portal.origin)
    await page.getByRole('heading', { level: 1, name: 'Welcome to Prairie Ridge Electric Cooperative' }).waitFor()
    expect(await page.getByRole('main').getByRole('button', { name: 'Quick Pay' }).count()).toBe(0)
    await page.goto(portal.origin + paths.quickPay())
    await page.getByText('Service unavailable, please contact administrator.').waitFor()
    expect(await page.getByLabel('Account number').count()).toBe(0)
    await portal.set({ QuickPay: 'Y' })
  })

  describe('Services and Products', () => {
    beforeAll(async () => {
      const servicesProductsLinks = {
        energySavings: 'https://a.example/',
        applianceRepair: 'https://b.example/',
        treeTrimming: 'https://c.example/',
        securitySystems: 'https://d.example/',
      }
      await portal.set({ servicesProductsLinks })
    })

    const shared = shareVisitor(({ page }) => page.goto(portal.origin + paths.servicesProducts()))

    test('has four tiles [SV-01]', async () => {
      const { page } = shared()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(async () => page.getByRole('main').getByRole('listitem').count()).toBe(4)
    })

    test.each([
      ['Energy Savings', 'SV-02', 'https://a.example/'],
      ['Appliance Repair', 'SV-03', 'https://b.example/'],
      ['Tree Trimming', 'SV-04', 'https://c.example/'],
      ['Security Systems', 'SV-05', 'https://d.example/'],
    ])('opens the site of the tile %s in a new window [%s]', async (name, _id, href) => {
      const tile = shared()
        .page.getByRole('main')
        .getByRole('link', { name: new RegExp(name, 'u') })
      expect(await tile.getAttribute('href')).toBe(href)
      expect(await tile.getAttribute('target')).toBe('_blank')
      expect(await tile.getAttribute('rel')).toContain('noopener')
    })
  })

  describe('the legal terms', () => {
    const shared = shareVisitor()

    test('a visitor follows the footer to the legal terms [LT-01, LT-02, RU-20]', async () => {
      const { page } = shared()
      await page.goto(portal.origin + paths.home())
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
      await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor()
      await page.getByRole('heading', { level: 2, name: 'Payments' }).waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    })

    test('without legal terms a visitor reads the documented sentence [LT-04]', async () => {
      await portal.set({ legalContent: '' })
      const { page } = shared()
      await page.goto(portal.origin + paths.legalTerms())
      await page.getByRole('main').getByText('There are no Terms of Use available.').waitFor()
      expect(await page.getByRole('main').getByText('Words').count()).toBe(0)
      await portal.set({ legalContent: '<h2>Payments</h2><p>Words</p>' })
    })

    test('a link to the current page reloads its data [RT-61, RU-33, SH-71]', async () => {
      const { page } = shared()
      await page.goto(portal.origin + paths.legalTerms())
      await page.getByText('Words').waitFor()
      await portal.set({ legalContent: '<p>Other words</p>' })
      const reloaded = page.waitForResponse((response) => response.url().includes('/contents/legalContent'))
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
      await page.getByText('Other words').waitFor()
      expect((await reloaded).status()).toBe(200)
    })
  })
})

describe('settings that take effect at once', () => {
  test('maintenance replaces every page with its own, without header and footer, and ends without a restart [MT-02, MT-05, RT-50]', async () => {
    const { page } = await newVisitor()
    await portal.set({ underMaintenance: 'Y' })
    for (const path of [paths.home(), paths.quickPay()]) {
      await page.goto(portal.origin + path)
      await page.getByRole('heading', { level: 1, name: "We'll be back in a bit" }).waitFor()
      await page.waitForURL(portal.origin + paths.maintenance())
    }
    await expect.poll(() => page.title()).toBe('System Under Maintenance')
    expect(await page.getByRole('banner').count()).toBe(0)
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    await portal.set({ underMaintenance: 'N' })
    await page.reload()
    await page.waitForURL(portal.origin + paths.home())
    await page.getByRole('banner').waitFor()
    await page.getByRole('contentinfo').waitFor()
    await page.goto(portal.origin + paths.maintenance())
    await page.waitForURL(portal.origin + paths.home())
    expect(await page.getByRole('heading', { name: "We'll be back in a bit" }).count()).toBe(0)
  })

  test('a closed announcement stays closed over a reload without a flash, and another announcement shows [SH-66, SH-67, SH-68]', async () => {
    await portal.set({
      displayEmergencyAnnouncement: 'Y',
      emergencyAnnouncementMessage: '<p>Line down at <b>Elk Creek</b>.</p>',
    })
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.home())
    const banner = page.getByRole('region', { name: 'Announcement' })
    expect(await banner.innerText()).toContain('Line down at Elk Creek.')
    await banner.getByRole('button', { name: 'Close the announcement' }).click()
    expect(await banner.count()).toBe(0)
    // Pressed before the scripts have run, the button is pressed again when they have.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mcp_announcementClosed'))).not.toBeNull()
    const again = await page.reload()
    expect((await again?.text())?.split('coopline-start')[1]?.split('</script>')[1]).not.toContain('Elk Creek')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
    await portal.set({ emergencyAnnouncementMessage: '<p>Storm tonight.</p>' })
    await page.reload()
    expect(await banner.innerText()).toContain('Storm tonight.')
    await portal.set({ displayEmergencyAnnouncement: 'N' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
  })
})

describe('language and colors', () => {
  test('the chosen language survives a reload, and the first answer is in it', async () => {
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.quickPay())
    await page.getByRole('banner').getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pago rápido' }).waitFor()
    expect(await page.title()).toBe('Pago rápido')
    const answer = await page.reload()
    const html = (await answer?.text()) ?? ''
    expect(html).toContain('<html lang="es"')
    expect(html).toContain('Pago rápido</h1>')
    expect(html).not.toContain('Quick Pay</h1>')
    await page.getByRole('button', { name: 'Continuar' }).click()
    expect(await page.getByRole('alert').innerText()).not.toContain('Please')
  })

  test('a browser that prefers Spanish gets Spanish, another one English', async () => {
    for (const [preferred, language, title] of [
      ['es-MX,es;q=0.9', 'es', 'Inicio'],
      ['fr-FR,fr;q=0.9', 'en', 'Home'],
    ] as const) {
      const answer = await fetch(portal.origin + paths.home(), { headers: { 'accept-language': preferred } })
      const html = await answer.text()
      expect(html).toContain(`<html lang="${language}"`)
      expect(html).toContain(`<title>${title}</title>`)
    }
  })

  test('the chosen theme survives a reload without a frame in the other', async () => {
    const { page, context } = await newVisitor({ colorScheme: 'light' })
    await page.goto(portal.origin + paths.home())
    const background = () => getComputedStyle(document.documentElement).backgroundColor
    // The choice is the script's, not the frame's.
    await page.waitForLoadState('networkidle')
    const light = await page.evaluate(background)
    await page.getByRole('combobox', { name: 'Appearance' }).selectOption('dark')
    await expect.poll(() => page.evaluate(background)).not.toBe(light)
    const dark = await page.evaluate(background)
    // Looks at the color in every frame from the first on, before any script of the page runs.
    await context.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { __seen: seen })
      const look = () => {
        if (document.body !== null) seen.push(getComputedStyle(document.documentElement).backgroundColor)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const answer = await page.reload()
    expect(await answer?.text()).toContain('data-theme="dark"')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const seen = await page.evaluate(() => (window as unknown as { __seen: string[] }).__seen)
    expect([...new Set(seen)]).toEqual([dark])
  })
})

describe('the first paint', () => {
  test('without JavaScript the frame shows its heading, the space of the form and a note about JavaScript', async () => {
    const { page } = await newVisitor({ javaScriptEnabled: false })
    await page.goto(portal.origin + paths.quickPay())
    await page.getByRole('heading', { level: 1, name: 'Quick Pay' }).waitFor()
    await page.getByRole('banner').waitFor()
    const word = page.locator('noscript')
    expect(await word.innerHTML()).toContain('This site needs JavaScript. Turn it on and reload the page')
    expect((await word.boundingBox())?.height).toBeGreaterThan(20)
    const main = await page.getByRole('main').boundingBox()
    expect(main?.height).toBeGreaterThan(300)
  })

  test('public pages shift by less than 0.05 while they load, on a phone and a desk', async () => {
    const onDesk = [paths.home(), paths.quickPay()]
    for (const [viewport, shown] of [
      [phone, [...onDesk, paths.legalTerms(), paths.selectServiceType()]],
      [desk, onDesk],
    ] as const) {
      const { page } = await newVisitor({ viewport })
      await page.addInitScript(() => {
        Object.assign(window, { __shift: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!hadRecentInput)
              Object.assign(window, { __shift: (window as unknown as { __shift: number }).__shift + value })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const path of shown) {
        await page.goto(portal.origin + path)
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
        const shift = await page.evaluate(() => (window as unknown as { __shift: number }).__shift)
        expect(shift, `${path} ${viewport.width}`).toBeLessThanOrEqual(0.05)
      }
    }
  })
})

test('every page of the menu opens on a phone without a fault, in Spanish', async () => {
  const visitor = await newVisitor({ locale: 'es-US' })
  await signInByCall(visitor.page, portal.origin, 'dora.finch')
  await visitor.page.goto(portal.origin + paths.home())
  const menu = await menuOf(visitor.page)
  expect(menu.length).toBeGreaterThanOrEqual(27)
  const found: string[] = []
  for (const path of menu) found.push(...(await openingFaults(visitor, portal.origin, path, 'es')))
  expect(found).toEqual([])
})
