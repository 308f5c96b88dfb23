import { paths } from '@coopline/contract/paths'
import { describe, expect, it, test } from 'vitest'
import { routes } from '../app/routes.tsx'
import { aSite } from '../test-support/a-site.ts'
import {
  allowsSiteScripts,
  announcementHash,
  framePath,
  isSecretPage,
  pageAddress,
  renderFrame,
  withoutLinkPunctuation,
} from './frame.tsx'
import { markLoading } from './mark-loading.ts'

const draw = (path: string, site = aSite(), rest: Partial<Parameters<typeof renderFrame>[0]> = {}) =>
  renderFrame({ path, site, language: 'en', theme: 'system', ...rest })

/** Source files of the package, by the name that the build's manifest gives them. */
const files = Object.keys(import.meta.glob('../**/*.{ts,tsx}', { query: '?raw' })).map((path) =>
  path.replace(/^\.\.\//u, 'src/').replace(/^\.\//u, 'src/frame/'),
)
const memberPages = routes.filter(({ guarded }) => guarded)

/** A cooperative that offers members every page. */
const everything = aSite({
  features: [
    'QuickPay',
    'Outage',
    'ApplicationForService',
    'Arrangements',
    'Autopay',
    'AverageBilling',
    'CapitalCredits',
    'Deposits',
    'Notifications',
    'OnlineArrangements',
    'OnlineServiceOrder',
    'RoundUp',
  ],
  settings: { publicOutages: true, publicOutageReports: true, sharedAccess: true },
  configuration: {
    allowBankDraft: true,
    allowFutureDatedPayments: true,
    allowSubscribeForNotification: true,
    isOnlineDelinquentView: true,
    memberInfoLinkAvailable: true,
    myMeterAvailable: true,
  },
})

/** Every page as a browser with a session gets it. */
const drawAll = (site = everything) =>
  routes.map(({ path }) => ({ path, frame: draw(path, site, { hasSession: true }) }))

const mainOf = ({ html }: { readonly html: string }): string => /<main.*<\/main>/su.exec(html)?.[0] ?? ''

describe('the route table', () => {
  test('every title is a text of the shell or of a section that the page loads, in both languages', () => {
    const titled = routes.flatMap(({ path, title, texts }) => (title === undefined ? [] : [{ path, title, texts }]))
    expect(titled.length).toBeGreaterThan(20)
    for (const { path, title, texts } of titled) {
      expect(['shell', ...texts], path).toContain(title.section)
      expect([title.in('en'), title.in('es')], path).not.toContain(undefined)
    }
  })

  test('every file to load ahead is there, in both languages', () => {
    for (const { path } of routes) {
      for (const language of ['en', 'es'] as const) {
        expect(files).toEqual(expect.arrayContaining([...draw(path, aSite(), { language }).preloadChunks]))
      }
    }
  })
})

describe('a frame', () => {
  test('shows the shell and the page, in the language asked for', () => {
    const { html } = draw('/home', aSite({ features: ['QuickPay'] }), { language: 'es' })
    expect(html).toContain('Pague su factura sin iniciar sesión')
    expect(html).toContain('<footer')
  })

  test('the frame of any page has no inline style, no script and no handler', () => {
    for (const { path, frame } of drawAll()) expect(frame.html, path).not.toMatch(/ style="|<script| on[a-z]+="/u)
  })

  test('the frame of any page sends no form to the server, even without a script to stop it', () => {
    for (const { path, frame } of drawAll()) {
      for (const [form] of frame.html.matchAll(/<form[^>]*>/gu)) expect(form, path).toContain('method="dialog"')
    }
  })

  test('the frame of any page has no fields outside a form, and none filled in', () => {
    for (const { path, frame } of drawAll()) {
      expect(frame.html.replaceAll(/<form.*?<\/form>/gu, ''), path).not.toMatch(/<input|<textarea/u)
      expect(frame.html, path).not.toMatch(/<input[^>]* value="[^"]/u)
    }
  })

  test('the frame of any page has one heading of the first level', () => {
    const leadingElsewhere: readonly string[] = [
      paths.accountList(),
      paths.notifications(),
      `${paths.accountOverview()}/:link`,
    ]
    const beforeConsole: readonly string[] = [paths.staffSignIn(), paths.staffSetUp()]
    // The console is empty until its session is known.
    const isEmpty = (path: string) =>
      leadingElsewhere.includes(path) || (/^\/staff(?:\/|$)/u.test(path) && !beforeConsole.includes(path))
    for (const { path, frame } of drawAll())
      expect(frame.html.match(/<h1/gu) ?? [], path).toHaveLength(isEmpty(path) ? 0 : 1)
  })

  it('keeps the room of what is loading, by a rule of the inlined style', () => {
    const { html, css } = draw('/billpayments/pay-multiple', aSite(), { hasSession: true })
    expect(html).toContain('data-size="height:28rem"')
    expect(css).toContain('[data-size="height:28rem"]{height:28rem}')
    for (const { path, frame } of drawAll()) {
      for (const [, size] of frame.html.matchAll(/data-size="([^"]*)"/gu))
        expect(frame.css, path).toContain(`[data-size="${size}"]{${size}}`)
    }
  })

  test('the frame of a page for members loads its code and texts ahead', () => {
    expect(draw('/accountoverview').preloadChunks).toEqual([
      'src/features/accounts/account-overview/account-overview.page.tsx',
      'src/messages/en/shell.ts',
      'src/messages/en/account-overview.ts',
    ])
  })

  it('starts reads on the overview and the payment page of a browser with a session, on the public pages of outages and capital credits, and nowhere else', () => {
    const reading = (hasSession: boolean, site = everything) =>
      routes
        .map(({ path }) => path)
        .filter((path) => draw(path, site, { hasSession }).startsReads)
        .toSorted()
    const ofMembers = ['/accountoverview', '/accountoverview/:link', '/billpayments/pay-multiple']
    const ofCredits = ['/cc-letterreturn', '/unclaimed-capital-credit']
    const ofOutages = ['/outages', '/report-outage']
    expect([reading(true), reading(false), reading(true, aSite())]).toEqual([
      [...ofMembers, ...ofCredits, ...ofOutages].toSorted(),
      [...ofCredits, ...ofOutages].toSorted(),
      [...ofMembers, ...ofCredits],
    ])
  })

  test('the frame of the outages has the advice about downed lines and the links to report one, and the room of the rest', () => {
    const html = mainOf(draw('/outages', everything))
    expect(html).toContain('Stay away from downed power lines.')
    expect(html).toMatch(/href="\/report-outage"[^>]*><span[^>]*>Report an outage without signing in/u)
    expect(html).toContain('data-size="height:48rem"')
  })

  test('the frame of a page for members has the room of what only members have, and nothing for visitors', () => {
    for (const { path, guarded, accountList } of memberPages) {
      const { html } = draw(path, aSite(), { hasSession: true })
      expect([guarded, html.includes('data-ui="account-list"')], path).toEqual([true, accountList])
      expect(html, path).toContain('Sign Out')
      expect(html, path).not.toContain('Sign In')
    }
  })

  test('the frame of a public page has the header of a member in a browser with a session: Sign In would vanish under a press', () => {
    for (const path of ['/quick-pay', '/home']) {
      expect(draw(path, aSite(), { hasSession: true }).html, path).toMatch(/Sign Out/u)
      expect(draw(path, aSite()).html, path).not.toMatch(/account-list|Sign Out/u)
    }
    expect(draw('/staff', aSite(), { hasSession: true }).html).not.toContain('Sign Out')
  })

  test('marks what contains a placeholder of unknown size, so that nothing after it can be pressed', () => {
    const page = (html: string) => html.replaceAll(/ class="[^"]*"/gu, '')
    expect(markLoading(page('<main><p>A<br></p><div><div data-ui="skeleton"><i></i></div></div><a>B</a></main>'))).toBe(
      '<main data-loads=""><p>A<br></p><div data-loads=""><div data-ui="skeleton" data-loads=""><i></i></div></div><a>B</a></main>',
    )
    const exact = '<main><div data-ui="skeleton" data-exact="true"></div><a>B</a></main>'
    expect(markLoading(exact)).toBe(exact)
    expect(draw('/billpayments/pay-multiple', aSite(), { hasSession: true }).html).toMatch(/<main[^>]* data-loads=""/u)
  })

  test.each([
    ['/billpayments/pay-multiple', 'Make a payment', 'Choose the accounts to pay, how much and how.'],
    ['/billpayments/payment-profile', 'Payment Profile', 'Cards and bank accounts for your payments and AutoPay.'],
    ['/billpayments/auto-pay', 'AutoPay', 'AutoPay pays each bill of an account with a saved payment method.'],
    ['/draft-payments', 'Draft Setup', 'How drafts work'],
    ['/scheduled-payments', 'Scheduled Payments', 'Schedule a payment'],
    ['/billpayments/arrange', 'Pay over time', 'data-ui="skeleton"'],
  ])(
    'the frame of the payment page %s has its heading, what is said below it, and the room of what is loading',
    (path, heading, below) => {
      const html = mainOf(draw(path, everything, { hasSession: true }))
      expect(html).toContain(`>${heading}</h1>`)
      expect(html).toContain(below)
      expect(html).toContain('data-ui="skeleton"')
    },
  )

  test('the frame of a page for members has no amount, no number and no name of a member: the server draws it for everyone', () => {
    for (const { path } of memberPages) {
      const shown = mainOf(draw(path, everything, { hasSession: true })).replaceAll(/ (?:class|d)="[^"]*"/gu, '')
      expect(shown, path).not.toMatch(/\$\d|\d{5}|\b(?:undefined|null|NaN)\b/u)
    }
  })

  test('the frame of a page that needs more than the path of its address does not say that it is missing', () => {
    for (const path of ['/connect-app', '/shared-account']) {
      const html = mainOf(draw(path, everything, { hasSession: true }))
      expect(html, path).toContain('data-ui="skeleton"')
      expect(html, path).not.toContain('data-ui="alert"')
    }
  })

  test('the frame of a page for members shows a browser without a session nothing of the page and of a member: it leads to sign in', () => {
    for (const { path } of memberPages) {
      expect(draw(path, everything).html, path).not.toMatch(/account-list|Sign Out/u)
      expect(mainOf(draw(path, everything)), path).toMatch(/^<main[^>]*><\/main>$/u)
    }
  })

  test('the frame of an unknown path is that of home, and during maintenance that of the maintenance page', () => {
    const keys = ['/no/such/page', '/*'].map((path) => framePath(path, aSite()))
    expect(new Set(keys)).toEqual(new Set(['/*']))
    expect(draw('/*').headTags).toContain('<title>Home</title>')
    // The notice is there before the scripts are: it moves nothing when they are loaded.
    const notice = 'We couldn’t find the page you asked for'
    expect([draw('/*').html.includes(notice), draw('/home').html.includes(notice)]).toEqual([true, false])
    const site = aSite({ underMaintenance: true })
    expect(framePath('/quick-pay', site)).toBe('/maint')
    expect(draw('/quick-pay', site).html).not.toContain('<header')
  })

  test('does not exist for an unknown path', () => {
    for (const { path } of routes) expect(pageAddress(path), path).toBe(path.replace(':', '%3A'))
    for (const path of ['/no-such-page', '/no/such/page', '/quick-pay/x', '/pages/quick-pay', '/pages/no-such-page'])
      expect(pageAddress(path), path).toBe(null)
  })

  it('has the address that a path means in other letters or with punctuation behind it', () => {
    for (const [path, address] of [
      ['/HOME', '/home'],
      ['/Login.', '/login'],
      ['/home)', '/home'],
      ['/quick-pay”.', '/quick-pay'],
      ['/AccountOverview/Usage', '/accountoverview/Usage'],
      ['/pages/login', '/pages/login'],
      ['/Pages/Login', '/login'],
      ['/accountoverview/a\r\nb', '/accountoverview/a%0D%0Ab'],
      ['/home.html', null],
      ['/.', '/'],
    ] as const)
      expect(pageAddress(path), path).toBe(address)
  })

  it('keeps no punctuation after the last query value, where that has an alphabet of its own', () => {
    for (const [query, meant] of [
      ['?otc=aZ-9_.', '?otc=aZ-9_'],
      ['?accountno=100100101),', '?accountno=100100101'],
      ['?token=abc&member=10001%29.', '?token=abc&member=10001'],
      ['?date=2026-11-01”', '?date=2026-11-01'],
      ['?date=2026-11-01%E2%80%9D', '?date=2026-11-01'],
      ['?token=...', '?token='],
      ['?otc=aZ-9_', '?otc=aZ-9_'],
      ['?token=a.b&search=St.', '?token=a.b&search=St.'],
      ['?search=St.', '?search=St.'],
      ['?returnUrl=%2Fhome%3Fx=(1)', '?returnUrl=%2Fhome%3Fx=(1)'],
      ['?otc=%F0.', '?otc=%F0.'],
      ['?otc', '?otc'],
      ['', ''],
    ] as const)
      expect(withoutLinkPunctuation(query), query).toBe(meant)
  })

  it('the frame of a short form is that of the page meant', () => {
    expect(framePath('/pages/login', aSite())).toBe('/login')
    expect(framePath('/PAGES/login/', aSite())).toBe('/login')
  })

  test('leaves out the announcement that the visitor has closed', () => {
    const message = [{ t: 'p', c: ['Storm tonight.'] }]
    const site = aSite({ configuration: { displayEmergencyAnnouncement: true, emergencyAnnouncementMessage: message } })
    expect(draw('/home', site).html).toContain('Storm tonight.')
    expect(draw('/home', site, { announcementClosed: true }).html).not.toContain('Storm tonight.')
    expect(announcementHash(message)).toMatch(/^[0-9a-f]{8}$/)
  })

  test('is the same for the same input', () => {
    expect(draw('/quick-pay')).toEqual(draw('/quick-pay'))
  })
})

describe('the head of a frame', () => {
  const hostile = '</script><script>alert(1)</script><!--"\''

  test('holds settings with markup in them as text [SEC-52]', () => {
    const site = aSite({ settings: { coopName: hostile, portalFavIconPath: `/"><script>alert(1)</script>` } })
    const { headTags, html } = draw('/home', site)
    expect(headTags.match(/<script/gu)).toHaveLength(1)
    expect(headTags.match(/<\/script/gu)).toHaveLength(1)
    expect(html).not.toContain('<script')
  })

  test('carries the start-up data whole', () => {
    const site = aSite({ settings: { coopName: hostile } })
    const json = /<script type="application\/json" id="coopline-start">(.*?)<\/script>/u.exec(
      draw('/home', site).headTags,
    )?.[1]
    expect(JSON.parse(json ?? '')).toEqual({ site, language: 'en' })
  })

  test("has the cooperative's style sheet on every page, those with secrets included [SH-78]", () => {
    const site = aSite({ settings: { featureFlagCustomCss: '/custom.css' } })
    for (const { path } of routes) expect(draw(path, site).siteStyle, path).toContain('href="/custom.css"')
    expect(draw('/login', aSite()).siteStyle).toBe('')
  })
})

describe('third-party scripts', () => {
  const scripted = ['/', '/home', '/services-products', '/legal-terms']

  it('are allowed on public content pages and on no other route of the table [SEC-63]', () => {
    const allowed = routes.filter(({ path }) => allowsSiteScripts(path, aSite())).map(({ path }) => path)
    expect(allowed).toEqual(scripted)
    for (const path of allowed) expect(isSecretPage(path), path).toBe(false)
  })

  it('are not allowed in other ways of writing a page, nor where there is no page, nor under maintenance [SEC-63]', () => {
    for (const path of ['/pages/login', '/Pages/Login', '/LOGIN', '/my-profile/', '/pages/home', '/reset-password.'])
      expect(allowsSiteScripts(path, aSite()), path).toBe(false)
    for (const path of scripted) expect(allowsSiteScripts(path, aSite({ underMaintenance: true })), path).toBe(false)
  })

  it('are kept from the page of a reset link, which tells no site its address [SEC-18]', () => {
    const site = aSite({ settings: { googleAnalyticsCode: 'G-1', siteScriptPath: '/site.js' } })
    for (const path of ['/reset-password', '/reset-password/', '/Reset-Password', '/reset-password).']) {
      expect(allowsSiteScripts(path, site), path).toBe(false)
      expect(isSecretPage(path), path).toBe(true)
    }
  })

  it('the address of a page with secrets reaches no other site, nor does one that has no page [SEC-63]', () => {
    const secret =
      '/quick-pay /payment-success /payment-cancel /login /register /forgot-password /forgot-username /reset-password ' +
      '/external-redirect /unsubscribe /my-profile /account-management /pages/login /reset-pasword'
    for (const path of secret.split(' ')) expect(isSecretPage(path), path).toBe(true)
    for (const path of scripted) expect(isSecretPage(path), path).toBe(false)
  })
})
