import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRead } from '../portal/call/use-read.ts'
import { route } from '../portal/page/route-table.tsx'
import { aSite } from '../test-support/a-site.ts'
import { routesWithoutSignIn } from '../test-support/routes-without-sign-in.ts'
import { aMember, renderPortal } from '../test-support/render-portal.tsx'
import { routes } from './routes.tsx'

let scrolled: readonly number[][] = []
beforeEach(() => {
  scrolled = []
  vi.spyOn(window, 'scrollTo').mockImplementation((...position: unknown[]) => {
    scrolled = [...scrolled, position as number[]]
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const neverAnswered = new Promise<never>(() => undefined)
const loadingBar = () => document.querySelector('[data-ui="loading-bar"]')
const patience = () => act(() => new Promise((resolve) => setTimeout(resolve, 250)))

function SlowPage() {
  useRead('GET /v3/site/maintenance', {})
  return (
    <>
      <h1>Slow</h1>
      <a href="/services-products">Away</a>
    </>
  )
}
const table = [...routes, route({ path: '/slow', load: async () => ({ Page: SlowPage }) })]
const answers = { 'GET /v3/site/maintenance': neverAnswered }

test('a loading indicator is shown while a call waits for its answer [SH-72]', async () => {
  let answer: (value: unknown) => void = () => undefined
  const waiting = new Promise((resolve) => {
    answer = resolve
  })
  await renderPortal({ path: '/slow', table, answers: { 'GET /v3/site/maintenance': waiting } })
  await patience()
  expect(loadingBar()).not.toBeNull()
  await act(async () => answer({ underMaintenance: false }))
  await patience()
  expect(loadingBar()).toBeNull()
})

test('going to another page resets the loading indicator even if the previous page is still waiting [SH-70]', async () => {
  const { user } = await renderPortal({ path: '/slow', table, answers, visits: ['/services-products'] })
  await patience()
  expect(loadingBar()).not.toBeNull()
  await user.click(screen.getByRole('link', { name: 'Away' }))
  expect(loadingBar()).toBeNull()
})

test('the first page leaves the keyboard where the browser starts and announces nothing', async () => {
  await renderPortal({ path: '/services-products' })
  expect(document.activeElement).toBe(document.body)
  expect(scrolled).toEqual([])
})

test('a new page starts at the top, focuses its heading and announces its title [LT-05]', async () => {
  const legal = { key: 'legalContent', content: ['Be kind.'] }
  const { user } = await renderPortal({
    visits: ['/legal-terms'],
    answers: { 'GET /v3/site/contents/legalContent': legal },
  })
  await user.click(screen.getByRole('link', { name: 'Terms of Use' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Terms of Use' })
  expect(document.activeElement).toBe(heading)
  expect(scrolled).toEqual([[0, 0]])
  expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('Legal Statement')
})

test('going back leaves the scroll position to the browser', async () => {
  const { user, goBack, address } = await renderPortal({ table: routesWithoutSignIn, visits: ['/services-products'] })
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Services and Products' }))
  scrolled = []
  await goBack()
  expect(address()).toBe('/home')
  expect(scrolled).toEqual([])
})

test('a link to another site, to a file or to a new window is left to the browser', async () => {
  await renderPortal({
    path: '/services-products',
    session: aMember,
    site: aSite({
      settings: {
        servicesProductsLinks: {
          energySavings: 'https://a.example.org/',
          applianceRepair: '',
          treeTrimming: '',
          securitySystems: '',
        },
      },
    }),
  })
  const left: boolean[] = []
  const listener = (event: Event) => {
    left.push(!event.defaultPrevented)
    event.preventDefault()
  }
  document.addEventListener('click', listener)
  const follow = (element: Element) =>
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  follow(screen.getByRole('link', { name: /Energy Savings/ }))
  const file = document.createElement('a')
  file.href = '/rates.pdf'
  document.body.append(file)
  follow(file)
  document.removeEventListener('click', listener)
  file.remove()
  expect(left).toEqual([true, true])
})
