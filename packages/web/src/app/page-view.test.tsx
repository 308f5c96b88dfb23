import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aProblem } from '../test-support/answers.ts'
import { aSite } from '../test-support/a-site.ts'
import { routesWithoutSignIn } from '../test-support/routes-without-sign-in.ts'
import { aMember, renderPortal } from '../test-support/render-portal.tsx'
import { routes } from './routes.tsx'

const legalText = { key: 'legalContent', content: ['Be kind.'] }
const answers = {
  'GET /v3/site/contents/legalContent': legalText,
  'GET /v3/site/maintenance': { underMaintenance: true },
}
const welcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome to Prairie Ridge Electric Cooperative' })

describe('pages and their titles', () => {
  test("the empty path shows home with the title 'Home' [RT-05]", async () => {
    await renderPortal({ path: '/' })
    expect(await welcome()).toBeDefined()
    expect(document.title).toBe('Home')
  })

  test("/home shows home with the title 'Home' [RT-06]", async () => {
    await renderPortal({ path: '/home' })
    expect(await welcome()).toBeDefined()
    expect(document.title).toBe('Home')
  })

  test("/services-products opens for a visitor with the title 'Services & Products' [RT-54, RU-25, RU-26]", async () => {
    const { address } = await renderPortal({ path: '/services-products' })
    expect(address()).toBe('/services-products')
    expect(document.title).toBe('Services & Products')
  })

  test("/legal-terms opens for a visitor with the title 'Legal Statement' [RT-56, RU-19, RU-20]", async () => {
    await renderPortal({ path: '/legal-terms', answers })
    expect(await screen.findByText('Be kind.')).toBeDefined()
    expect(document.title).toBe('Legal Statement')
  })

  test("/maint opens for a visitor with the title 'System Under Maintenance' [RT-50, RU-27, RU-28]", async () => {
    const { address } = await renderPortal({ path: '/maint', answers })
    expect(address()).toBe('/maint')
    expect(document.title).toBe('System Under Maintenance')
  })

  test("/payment-options opens for a member with the title 'Payment Options' [RT-17]", async () => {
    await renderPortal({ path: '/payment-options', session: aMember })
    expect(screen.getByRole('heading', { level: 1, name: 'Payment Options' })).toBeDefined()
    expect(document.title).toBe('Payment Options')
  })
})

describe('redirects', () => {
  test('an unknown path redirects to the home page [RT-07, RU-32]', async () => {
    const { address } = await renderPortal({ path: '/no/such/page?x=1', visits: ['/home'] })
    expect(await welcome()).toBeDefined()
    expect(address()).toBe('/home')
    expect(screen.getByText('We couldn’t find the page you asked for, so we brought you here.')).toBeDefined()
    // A reload shows Home without the notice, which its served page does not hold.
    expect(window.history.state).toMatchObject({ usr: { samePage: true } })
  })

  test('/pages/login leads to /login with its query [RT-08]', async () => {
    const { address } = await renderPortal({
      path: '/pages/login?returnUrl=%2Fhome',
      visits: ['/login'],
    })
    expect(address()).toBe('/login?returnUrl=%2Fhome')
  })

  test('/pages/register leads to /register [RT-09]', async () => {
    const { address } = await renderPortal({ path: '/pages/register', visits: ['/register'] })
    expect(address()).toBe('/register')
  })

  test('/pages/account-management leads a member to /account-management [RT-10]', async () => {
    const path = '/account-management'
    const { address } = await renderPortal({
      path: `/pages${path}`,
      session: aMember,
      visits: [path],
    })
    expect(address()).toBe(path)
  })

  test('/pages/forgot-password leads to /forgot-password [RT-11]', async () => {
    const path = '/forgot-password'
    const { address } = await renderPortal({ path: `/pages${path}`, visits: [path] })
    expect(address()).toBe(path)
  })

  test('a short form of a page that does not exist redirects to the home page', async () => {
    const { address } = await renderPortal({ path: '/pages/nowhere', visits: ['/home'] })
    expect(address()).toBe('/home')
  })
})

describe('guard', () => {
  test('a visitor to a guarded page goes to sign in with the return address [RT-60, RU-05]', async () => {
    const { address } = await renderPortal({
      path: '/payment-options?from=mail',
      visits: ['/login'],
    })
    expect(screen.queryByRole('heading', { name: 'Payment Options' })).toBeNull()
    expect(address()).toBe('/login?returnUrl=%2Fpayment-options%3Ffrom%3Dmail')
  })

  test('a visitor to a guarded page goes home when there is no sign-in page [RT-60, RU-05]', async () => {
    const { address } = await renderPortal({
      path: '/payment-options',
      table: routesWithoutSignIn,
      visits: ['/home'],
    })
    expect(address()).toBe('/home')
    expect(await welcome()).toBeDefined()
  })

  test('a signed-in member opens a guarded page [RU-04, RU-05]', async () => {
    const { address } = await renderPortal({ path: '/payment-options', session: aMember })
    expect(address()).toBe('/payment-options')
  })
})

test('the shell makes no calls: home opens without any [SH-73]', async () => {
  const { calls } = await renderPortal({ session: aMember })
  expect(await welcome()).toBeDefined()
  expect(calls).toEqual([])
})

describe('going to the address already shown', () => {
  test('the page starts from the beginning and loads its data again [RT-61, RU-33, SH-71]', async () => {
    const { user, calls } = await renderPortal({ path: '/legal-terms', answers })
    await screen.findByText('Be kind.')
    const before = screen.getByRole('heading', { level: 1 })
    await user.click(screen.getAllByRole('link', { name: 'Terms of Use' }).at(-1) as HTMLElement)
    await screen.findByText('Be kind.')
    expect(calls.filter(({ line }) => line === 'GET /v3/site/contents/legalContent')).toHaveLength(2)
    expect(before.isConnected).toBe(false)
  })

  test('a jump within the page keeps it', async () => {
    const { goBack } = await renderPortal({ path: '/legal-terms', answers })
    await screen.findByText('Be kind.')
    const before = screen.getByRole('heading', { level: 1 })
    window.location.hash = '#main'
    await goBack()
    expect(before.isConnected).toBe(true)
  })
})

describe('faults', () => {
  test.each([
    ['without a connection', false, 'You have no internet connection.'],
    ['on a connection', true, /^This page did not load completely. Check your internet connection/u],
  ])('a page whose files do not arrive %s blames the connection, not us', async (_when, onLine, text) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
    const table = routes.map((entry) => (entry.path === '/register' ? { ...entry, load } : entry))
    await renderPortal({ path: '/home', table, site: aSite({ configuration: { displayFaqUrl: '/register' } }) })
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(screen.getByRole('link', { name: 'Frequently Asked Questions' }))
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByText(/on our side/u)).toBeNull()
    complaints.mockRestore()
  })

  test('a call without an answer says that there is no connection, beside the documented words [ER-05]', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))
    await renderPortal({
      path: '/legal-terms',
      answers: { 'GET /v3/site/contents/legalContent': noNetwork },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('You have no internet connection.')
  })

  test('a page whose code cannot be loaded says so inside the shell', async () => {
    const table = routes.map((entry) =>
      entry.path === '/register' ? { ...entry, load: () => Promise.reject(new Error('offline')) } : entry,
    )
    // React reports what the boundary caught.
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user } = await renderPortal({
      path: '/home',
      table,
      site: aSite({ configuration: { displayFaqUrl: '/register' } }),
    })
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('link', { name: 'Frequently Asked Questions' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeDefined()
    expect(screen.getByRole('banner')).toBeDefined()
    expect(complaints).toHaveBeenCalled()
    complaints.mockRestore()
  })

  test('a call that is refused with 503 outside maintenance stays an error of its page', async () => {
    const { address } = await renderPortal({
      path: '/legal-terms',
      answers: {
        'GET /v3/site/contents/legalContent': aProblem(503, 'The database is away.'),
        'GET /v3/site/maintenance': { underMaintenance: false },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.')
    expect(address()).toBe('/legal-terms')
  })
})
