import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { route } from '../../portal/page/route-table.tsx'
import { aSite, type SiteChanges } from '../../test-support/a-site.ts'
import type { SentCall } from '../../test-support/answers.ts'
import { aMember, renderPortal } from '../../test-support/render-portal.tsx'
import { allowsSiteScripts as allowedByServer } from '../../frame/frame.tsx'
import { routes } from '../routes.tsx'
import { allowScripts, loadScript } from './start-site-scripts.ts'
import './start-site-scripts.ts'
import type { WebChatOptions } from './web-chat.ts'

const payTable = [
  ...routes.filter(({ path }) => path !== '/quick-pay'),
  route({ path: '/quick-pay', accountList: false, secret: true, load: async () => ({ Page: () => <h1>Pay</h1> }) }),
]

/** Scripts that the page requested; the test's document loads none. */
let scripts: HTMLScriptElement[] = []
beforeEach(() => {
  scripts = []
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (node instanceof HTMLScriptElement) scripts.push(node)
      else append(node)
    }
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  delete window.dataLayer
  delete window.cooplineChat
})

const addresses = () => scripts.map((script) => script.getAttribute('src'))
async function open(changes: SiteChanges, path = '/home', onReloadDocument?: () => void) {
  const portal = await renderPortal({
    path,
    site: aSite(changes),
    table: payTable,
    visits: ['/services-products', '/quick-pay', '/home'],
    ...(onReloadDocument !== undefined && { onReloadDocument }),
  })
  // The code that loads scripts is itself loaded only when it is needed.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  return portal
}

const analytics = { googleAnalyticsCode: 'G-1', tagManagerUrl: 'https://tags.example.org/gtag/js' }
const commands = () => (window.dataLayer ?? []).map((entry) => Array.from(entry as ArrayLike<unknown>))
const pageViews = () =>
  commands()
    .filter(([kind, name]) => kind === 'event' && name === 'page_view')
    .map(([, , facts]) => facts)

describe('analytics', () => {
  test('with an analytics code the script of the tag manager is loaded [SH-74, ST-24]', async () => {
    await open({ settings: analytics })
    expect(addresses()).toEqual(['https://tags.example.org/gtag/js?id=G-1'])
  })

  test('without an analytics code nothing is loaded or reported [SH-74]', async () => {
    await open({ settings: { ...analytics, googleAnalyticsCode: '' } })
    expect(addresses()).toEqual([])
    expect(window.dataLayer).toBeUndefined()
  })

  test('each navigation sends one page_view with the path and never the query [SH-75]', async () => {
    const { user } = await open({ settings: analytics }, '/home?accountno=100100101')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getAllByRole('link', { name: 'Services and Products' })[0] as HTMLElement)
    await waitFor(() => expect(pageViews()).toHaveLength(2))
    expect(pageViews()).toMatchObject([{ page_path: '/home' }, { page_path: '/services-products' }])
    expect(JSON.stringify(commands())).not.toContain('100100101')
  })
})

describe('page views without a script', () => {
  const reports = (calls: readonly SentCall[]) =>
    calls.filter(({ line }) => line === 'POST /v3/site/page-views').map(({ init }) => init)
  const bodies = (calls: readonly SentCall[]) => reports(calls).map(({ body }) => JSON.parse(body as string) as unknown)

  it('are reported on each navigation, pages of members and payments included, by route and without cookies [SH-75]', async () => {
    const { user, calls } = await open(
      { settings: { pageViewReceiver: 'matomo' }, features: ['QuickPay'] },
      '/home?accountno=100100101',
    )
    await user.click(screen.getByRole('button', { name: 'Quick Pay' }))
    expect(bodies(calls)).toEqual([{ path: '/home' }, { path: '/quick-pay' }])
    for (const { credentials, keepalive, headers } of reports(calls)) {
      expect([credentials, keepalive]).toEqual(['omit', true])
      expect(Object.keys(headers ?? {})).not.toContain('authorization')
    }
  })

  it('name the route of an address with a part of its own [SH-75]', async () => {
    const { calls } = await renderPortal({
      path: '/accountoverview/somewhere?accountno=100100101',
      site: aSite({ settings: { pageViewReceiver: 'umami' } }),
      table: routes.map((entry) => ({ ...entry, load: async () => ({ Page: () => <h1>Page</h1> }) })),
      session: aMember,
    })
    await waitFor(() => expect(bodies(calls)).toEqual([{ path: '/accountoverview/:link' }]))
  })

  it('reach GA4 once: by the script where it runs, by the portal elsewhere [SH-74, SH-75]', async () => {
    const ga4 = { ...analytics, pageViewReceiver: 'ga4' } as const
    const { calls } = await open({ settings: ga4 })
    expect([pageViews().length, bodies(calls)]).toEqual([1, []])
    cleanup()
    const pay = await open({ settings: ga4 }, '/quick-pay')
    expect(bodies(pay.calls)).toEqual([{ path: '/quick-pay' }])
  })

  it('are not reported without analytics, nor for staff [SH-75]', async () => {
    const { calls } = await open({ settings: { pageViewReceiver: 'ga4' } })
    expect(bodies(calls)).toEqual([])
    cleanup()
    const staff = await renderPortal({
      path: '/staff/sign-in',
      site: aSite({ settings: { pageViewReceiver: 'matomo' } }),
    })
    expect(bodies(staff.calls)).toEqual([])
  })
})

describe('web chat', () => {
  const webChatSetting = {
    apiUrl: 'https://chat.example.org/api',
    scriptUrl: '/chat/widget.js',
    coopId: '77',
    subTitle: 'We answer',
    userName: 'Guest',
    introText: 'Hello!',
    virtualAgentName: 'Virtual Agent',
    buttons: [
      { label: 'Pay', value: 'pay', visible: true },
      { label: 'Hidden', value: 'x', visible: false },
    ],
  }

  test('with the flag the chat is started with its settings, its visible buttons and the fixed sound [SH-76, SH-77, ST-63]', async () => {
    const started: WebChatOptions[] = []
    window.cooplineChat = { start: (options) => started.push(options) }
    await open({ features: ['WebChatEnabled'], settings: { webChatSetting, portalLogoPath: '/logo.svg' } })
    expect(addresses()).toEqual(['/chat/widget.js'])
    await act(async () => scripts[0]?.dispatchEvent(new Event('load')))
    expect(started).toEqual([
      {
        apiUrl: 'https://chat.example.org/api',
        coopId: '77',
        subTitle: 'We answer',
        userName: 'Guest',
        introText: 'Hello!',
        virtualAgentName: 'Virtual Agent',
        logo: '/logo.svg',
        quickButtons: [{ label: 'Pay', value: 'pay' }],
        alertAudio: '/chat-alert.wav',
      },
    ])
  })

  test('without the flag there is no chat [SH-76, ST-63]', async () => {
    await open({ features: [], settings: { webChatSetting } })
    expect(addresses()).toEqual([])
  })
})

describe("the cooperative's own script and style", () => {
  test('loads the site script and notifies it after every navigation [SH-69]', async () => {
    const paths: string[] = []
    const listener = (event: Event) => paths.push((event as CustomEvent<{ path: string }>).detail.path)
    window.addEventListener('coopline:navigation', listener)
    const { user } = await open({ settings: { siteScriptPath: '/site.js' } })
    expect(addresses()).toEqual(['/site.js'])
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getAllByRole('link', { name: 'Services and Products' })[0] as HTMLElement)
    await waitFor(() => expect(paths).toEqual(['/home', '/services-products']))
    window.removeEventListener('coopline:navigation', listener)
  })

  const sheet = () => document.head.querySelector('link[rel="stylesheet"]')?.getAttribute('href')

  test('the custom style sheet is loaded when it is set [SH-78, ST-25]', async () => {
    await open({ settings: { featureFlagCustomCss: '/custom.css' } })
    expect(sheet()).toBe('/custom.css')
  })

  test('without the setting there is no style sheet [SH-78]', async () => {
    await open({})
    expect(sheet()).toBeUndefined()
  })

  test('the custom style sheet is on a page where money is paid, too [SH-78]', async () => {
    await open({ settings: { featureFlagCustomCss: '/custom.css' } }, '/quick-pay')
    expect(sheet()).toBe('/custom.css')
  })
})

describe('pages where money is paid', () => {
  const everything = { ...analytics, siteScriptPath: '/site.js' }

  test('load no script of the cooperative', async () => {
    await open({ settings: everything }, '/quick-pay')
    expect(addresses()).toEqual([])
    expect(window.dataLayer).toBeUndefined()
  })

  test('load as a new document after a page that has scripts', async () => {
    const reload = vi.fn<() => void>()
    const { user, address } = await open({ settings: everything, features: ['QuickPay'] }, '/home', reload)
    await user.click(screen.getByRole('button', { name: 'Quick Pay' }))
    expect(address()).toBe('/quick-pay')
    expect(reload).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('heading', { name: 'Pay' })).toBeNull()
  })

  test('load no script while a page with scripts loads as a new document with its own security policy [SEC-63]', async () => {
    const reload = vi.fn<() => void>()
    const { user, address } = await open({ settings: everything }, '/quick-pay', reload)
    await user.click(screen.getAllByRole('link', { name: 'Home' })[0] as HTMLElement)
    await waitFor(() => expect(address()).toBe('/home'))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(reload).toHaveBeenCalledTimes(1)
    expect(addresses()).toEqual([])
  })

  test('open in the same document when no script is set', async () => {
    const reload = vi.fn<() => void>()
    const { user } = await open({ features: ['QuickPay'] }, '/home', reload)
    await user.click(screen.getByRole('button', { name: 'Quick Pay' }))
    expect(await screen.findByRole('heading', { name: 'Pay' })).toBeDefined()
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('the browser and the security policy of the server', () => {
  const site = aSite({ settings: { ...analytics, siteScriptPath: '/site.js' } })
  const table = routes.map((entry) => ({ ...entry, load: async () => ({ Page: () => <h1>Page</h1> }) }))
  const written = routes.map(({ path }) => path.replace(':link', 'usage'))

  it.each([...written, '/pages/login', '/PAGES/Register', '/HOME', '/Login', '/quick-pay/'])(
    'agree on the scripts of %s [SEC-63]',
    async (path) => {
      const reload = vi.fn<() => void>()
      await renderPortal({ path, site, table, session: aMember, onReloadDocument: reload })
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
      // A page that leads to one with scripts asks for a document of its own and loads none into this one.
      expect(addresses().length > 0).toBe(allowedByServer(path, site))
      cleanup()
    },
  )
})

test('no script is loaded from an address that the settings do not name [SEC-63]', () => {
  allowScripts(['/named.js'])
  expect(() => loadScript('https://evil.example/x.js')).toThrow(TypeError)
  expect(() => loadScript('/named.js')).not.toThrow()
  expect(addresses()).toEqual(['/named.js'])
})
