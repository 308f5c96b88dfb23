import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { routes } from '../../../app/routes.tsx'
import { aProblem } from '../../../test-support/answers.ts'
import type { RouteTable } from '../../../portal/page/route-table.tsx'
import { aSite, type SiteChanges } from '../../../test-support/a-site.ts'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'

const main = () => within(screen.getByRole('main'))
const addressOf = (name: string) => main().queryByRole('link', { name })?.getAttribute('href')

describe('Payment options', () => {
  const open = (changes: SiteChanges = {}, table: RouteTable = routes) =>
    renderPortal({ path: '/payment-options', table, session: aMember, site: aSite(changes) })

  test('Paperless leads to my profile with the paperless flag [PO-01, HM-20]', async () => {
    await open()
    expect(addressOf('Paperless')).toBe('/my-profile?paperless=true')
  })

  test('Pay Now leads to /billpayments/pay-multiple [PO-02]', async () => {
    await open({})
    expect(addressOf('Pay Now')).toBe('/billpayments/pay-multiple')
  })

  test('with whecEnabled, EZ Pay leads to /draft-payments [PO-03]', async () => {
    await open({ configuration: { whecEnabled: true, allowBankDraft: true } })
    expect(addressOf('EZ Pay')).toBe('/draft-payments')
  })

  test('without whecEnabled the same way is called Draft Payments [PO-03]', async () => {
    await open({ configuration: { allowCreditDraft: true } })
    expect(addressOf('Draft Payments')).toBe('/draft-payments')
  })

  test('no draft is offered when none is allowed [PO-03]', async () => {
    await open({})
    expect(addressOf('EZ Pay') ?? addressOf('Draft Payments')).toBeUndefined()
  })

  test('says that there is nothing to choose when none of its pages exists', async () => {
    const table = routes.filter(({ path }) => !['/my-profile', '/billpayments/pay-multiple'].includes(path))
    await renderPortal({ path: '/payment-options', session: aMember, table })
    expect(main().getByText('No payment options are available right now.')).toBeDefined()
    expect(main().queryAllByRole('link')).toEqual([])
  })
})

describe('Services and Products', () => {
  const links = {
    energySavings: 'https://energy.example.org/',
    applianceRepair: 'https://repair.example.org/',
    treeTrimming: 'https://trees.example.org/',
    securitySystems: 'https://security.example.org/',
  }
  const open = (changed: Partial<typeof links> = {}) =>
    renderPortal({
      path: '/services-products',
      site: aSite({ settings: { servicesProductsLinks: { ...links, ...changed } } }),
    })
  const tile = (name: string) => main().getByRole('link', { name })

  test('the page shows four tiles [SV-01]', async () => {
    await open()
    expect(
      main()
        .getAllByRole('heading', { level: 2 })
        .map((heading) => heading.textContent),
    ).toEqual(['Energy Savings', 'Appliance Repair', 'Tree Trimming', 'Security Systems'])
  })

  test('Energy Savings opens its site in a new window [SV-02]', async () => {
    await open()
    expect(tile('Energy Savings').getAttribute('href')).toBe('https://energy.example.org/')
    expect(tile('Energy Savings').getAttribute('target')).toBe('_blank')
  })

  test('Appliance Repair opens its site in a new window [SV-03]', async () => {
    await open()
    expect(tile('Appliance Repair').getAttribute('href')).toBe('https://repair.example.org/')
    expect(tile('Appliance Repair').getAttribute('target')).toBe('_blank')
  })

  test('Tree Trimming opens its site in a new window [SV-04]', async () => {
    await open()
    expect(tile('Tree Trimming').getAttribute('href')).toBe('https://trees.example.org/')
    expect(tile('Tree Trimming').getAttribute('target')).toBe('_blank')
  })

  test('Security Systems opens its site in a new window [SV-05]', async () => {
    await open()
    expect(tile('Security Systems').getAttribute('href')).toBe('https://security.example.org/')
    expect(tile('Security Systems').getAttribute('target')).toBe('_blank')
  })

  test('the sites behind the tiles learn nothing of the page they were opened from', async () => {
    await open()
    const rels = main()
      .getAllByRole('link')
      .map((link) => link.getAttribute('rel'))
    expect(rels).toEqual(Array.from({ length: 4 }, () => 'noopener noreferrer'))
  })

  test('a tile without an address shows, is not a link and says so [SV-01]', async () => {
    await open({ treeTrimming: '' })
    expect(main().queryByRole('link', { name: 'Tree Trimming' })).toBeNull()
    expect(main().getByRole('heading', { name: 'Tree Trimming' })).toBeDefined()
    expect(main().getByText('Not available right now.')).toBeDefined()
  })
})

describe('Terms of Use', () => {
  const open = (answer: unknown) =>
    renderPortal({ path: '/legal-terms', answers: { 'GET /v3/site/contents/legalContent': answer } })

  test('the page shows the legal content with its markup [LT-02, LT-03, ST-51]', async () => {
    await open({
      key: 'legalContent',
      content: [
        { t: 'h2', c: ['Payments'] },
        { t: 'p', c: ['Pay in dollars.'] },
      ],
    })
    expect(await main().findByRole('heading', { level: 2, name: 'Payments' })).toBeDefined()
    expect(main().getByText('Pay in dollars.').tagName).toBe('P')
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe('Terms of Use')
  })

  test('a member reads the legal terms, too [LT-01]', async () => {
    const answers = { 'GET /v3/site/contents/legalContent': { key: 'legalContent', content: ['Pay in dollars.'] } }
    const { address } = await renderPortal({ path: '/legal-terms', session: aMember, answers })
    expect(await main().findByText('Pay in dollars.')).toBeDefined()
    expect(address()).toBe('/legal-terms')
  })

  test('loads the content in the language on the screen, and again when that changes', async () => {
    const { user, calls } = await open({ key: 'legalContent', content: ['Terms'] })
    await main().findByText('Terms')
    await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Español' }))
    await waitFor(() =>
      expect(calls.map((call) => call.address)).toEqual([
        '/api/v3/site/contents/legalContent?language=en',
        '/api/v3/site/contents/legalContent?language=es',
      ]),
    )
  })

  test("without legal content it says 'There are no Terms of Use available.' [LT-04]", async () => {
    await open({ key: 'legalContent', content: [] })
    expect(await main().findByText('There are no Terms of Use available.')).toBeDefined()
  })

  test('does not render content that the server should have refused', async () => {
    const content = [
      { t: 'script', c: ['alert(1)'] },
      { t: 'a', a: { href: 'javascript:alert(1)', onclick: 'x()' }, c: ['Go'] },
    ]
    await open({ key: 'legalContent', content })
    const link = await main().findByText('Go')
    expect(link.getAttribute('href')).toBeNull()
    expect(link.getAttribute('onclick')).toBeNull()
    expect(screen.getByRole('main').querySelector('script')).toBeNull()
  })

  test('a failed load says why, and can be retried', async () => {
    const answers: Record<string, unknown> = { 'GET /v3/site/contents/legalContent': aProblem(500) }
    const { user } = await renderPortal({ path: '/legal-terms', answers })
    const alert = await main().findByRole('alert')
    expect(alert.textContent).toContain('We are unable to process your request at this time. Please try again later.')
    answers['GET /v3/site/contents/legalContent'] = { key: 'legalContent', content: ['Be kind.'] }
    await user.click(main().getByRole('button', { name: 'Try again' }))
    expect(await main().findByText('Be kind.')).toBeDefined()
  })
})
