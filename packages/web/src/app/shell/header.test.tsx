import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aSite } from '../../test-support/a-site.ts'
import { aMember, renderPortal } from '../../test-support/render-portal.tsx'

const header = () => within(screen.getByRole('banner'))
const linkTo = (name: string) => header().queryByRole('link', { name })?.getAttribute('href')

describe('logo', () => {
  test('the logo leads to /home [SH-01, SH-03]', async () => {
    await renderPortal({ path: '/legal-terms', answers: { 'GET /v3/site/contents/legalContent': { content: [] } } })
    expect(linkTo('Prairie Ridge Electric Cooperative')).toBe('/home')
  })

  test('the logo leads where logoClickRedirectionLink says [SH-03, ST-22]', async () => {
    await renderPortal({ site: aSite({ settings: { logoClickRedirectionLink: 'https://coop.example.org/' } }) })
    expect(linkTo('Prairie Ridge Electric Cooperative')).toBe('https://coop.example.org/')
  })

  test("shows the cooperative's logo with its name [ST-20]", async () => {
    await renderPortal({ site: aSite({ settings: { portalLogoPath: '/logo.svg' } }) })
    const logo = header().getByRole('img', { name: 'Prairie Ridge Electric Cooperative' })
    expect(logo.getAttribute('src')).toBe('/logo.svg')
  })
})

describe('signing in and out', () => {
  test('signed out, Sign In leads to /login [SH-05, SH-12]', async () => {
    await renderPortal()
    expect(linkTo('Sign In')).toBe('/login')
    expect(linkTo('My Profile')).toBeUndefined()
  })

  test('Sign In is not on the login page [SH-05]', async () => {
    await renderPortal({ path: '/login' })
    expect(linkTo('Sign In')).toBeUndefined()
  })

  test('signed in, the header shows My Profile and Sign Out and not Sign In [SH-06, SH-13]', async () => {
    await renderPortal({ session: aMember })
    expect(linkTo('My Profile')).toBe('/my-profile')
    expect(header().getByRole('button', { name: 'Sign Out' })).toBeDefined()
    expect(linkTo('Sign In')).toBeUndefined()
  })
})

describe('menu', () => {
  test('the header shows the main menu, and a link in it opens its page [SH-07]', async () => {
    const { user, address } = await renderPortal({ visits: ['/services-products'] })
    const menu = within(header().getByRole('navigation', { name: 'Main' }))
    await user.click(menu.getByRole('button', { name: 'More' }))
    await user.click(menu.getByRole('link', { name: 'Services and Products' }))
    expect(address()).toBe('/services-products')
    expect(await screen.findByRole('heading', { level: 1, name: 'Services and Products' })).toBeDefined()
  })

  test('a custom menu replaces the standard one [SH-41, ST-40, ST-41]', async () => {
    const mcpMenu = [
      { title: 'Board', moduleLink: '/legal-terms', external: false, megaMenu: false, position: 1, subMenu: [] },
    ]
    await renderPortal({ site: aSite({ configuration: { useCustomMenu: true, mcpMenu } }) })
    const menu = within(header().getByRole('navigation', { name: 'Main' }))
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual(['Board'])
  })

  test('without useCustomMenu, the header shows the standard menu even when mcpMenu has entries [SH-41]', async () => {
    const mcpMenu = [
      { title: 'Board', moduleLink: '/legal-terms', external: false, megaMenu: false, position: 1, subMenu: [] },
    ]
    await renderPortal({ site: aSite({ configuration: { useCustomMenu: false, mcpMenu } }) })
    expect(header().queryByRole('link', { name: 'Board' })).toBeNull()
    expect(header().getByRole('link', { name: 'Home' })).toBeDefined()
  })
})

test('the language switch is labeled in the other language and changes the page without a call', async () => {
  const { user, calls } = await renderPortal()
  await user.click(header().getByRole('button', { name: 'Español' }))
  expect(await header().findByRole('link', { name: 'Inicio' })).toBeDefined()
  expect(document.documentElement.lang).toBe('es')
  await waitFor(() => expect(document.title).toBe('Inicio'))
  expect(localStorage.getItem('mcp_language')).toBe('es')
  expect(document.cookie).toContain('coopline_language=es')
  expect(calls).toEqual([])
})
