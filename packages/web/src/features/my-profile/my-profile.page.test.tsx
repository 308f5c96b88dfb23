import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../test-support/a-site.ts'
import { openProfile } from '../../test-support/open-my-profile.tsx'
import { renderPortal } from '../../test-support/render-portal.tsx'

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const openTab = () => screen.getByRole('tab', { selected: true }).textContent

test("[RT-35] the route is guarded and has the title 'My Profile'", async () => {
  const { address } = await renderPortal({ path: '/my-profile?tab=security', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fmy-profile%3Ftab%3Dsecurity')
  expect(screen.queryByRole('tab')).toBeNull()
})

test("[RT-35] a member who is signed in finds the page under the title 'My Profile'", async () => {
  await openProfile()
  expect(screen.getByRole('heading', { level: 1, name: 'My Profile' })).toBeDefined()
  expect(document.title).toBe('My Profile')
})

test('[CG-23] [MP-01] [MP-05] has tabs, and Multi-Factor Authentication is one of them when it is enabled', async () => {
  await openProfile()
  expect(tabs()).toEqual(['Multi-Factor Authentication', 'Passkeys', 'Security'])
  expect(openTab()).toBe('Multi-Factor Authentication')
})

test('[CG-23] [MP-05] without MfaEnabled there is no such tab and nothing of it is asked for', async () => {
  const { sent } = await openProfile({}, { site: aSite({ settings: { passkeysEnabled: false } }) })
  expect(tabs()).toEqual(['Security'])
  expect(sent('GET /v3/members/M1001/mfa')).toEqual([])
  expect(sent('GET /v3/members/M1001/passkeys')).toEqual([])
})

test('the address says which tab is open, both ways', async () => {
  const { user, address } = await openProfile({}, { path: '/my-profile?tab=passkeys' })
  expect(openTab()).toBe('Passkeys')
  await user.click(screen.getByRole('tab', { name: 'Security' }))
  expect(address()).toBe('/my-profile?tab=security')
  expect(await screen.findByRole('heading', { name: 'Where you are signed in' })).toBeDefined()
})

test('an address with an unknown tab opens the first', async () => {
  await openProfile({}, { path: '/my-profile?tab=nothing' })
  expect(openTab()).toBe('Multi-Factor Authentication')
})

test('all of it is there in Spanish', async () => {
  await openProfile({}, { language: 'es' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeDefined()
  expect(tabs()).toEqual(['Autenticación de varios factores', 'Llaves de acceso', 'Seguridad'])
  expect(await screen.findByRole('button', { name: 'Configurar ahora' })).toBeDefined()
})
