import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { autopaymentsLine, detailsLine, memberDetails } from '../../../test-support/my-profile-answers.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { openProfile, pressed } from '../../../test-support/open-my-profile.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const openTab = () => screen.getByRole('tab', { selected: true }).textContent

test("the route is guarded and has the title 'My Profile' [RT-35]", async () => {
  const { address } = await renderPortal({ path: '/my-profile?tab=security', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fmy-profile%3Ftab%3Dsecurity')
  expect(screen.queryByRole('tab')).toBeNull()
})

test("a member who is signed in finds the page under the title 'My Profile' [RT-35]", async () => {
  await openProfile()
  expect(screen.getByRole('heading', { level: 1, name: 'My Profile' })).toBeDefined()
  expect(document.title).toBe('My Profile')
})

test('has tabs, and Multi-Factor Authentication is one of them when it is enabled [CG-23, MP-01, MP-05]', async () => {
  await openProfile()
  expect(tabs()).toEqual(['Login Info', 'Multi-Factor Authentication', 'Passkeys', 'Security'])
})

test('without MfaEnabled there is no such tab and no call for it [CG-23, MP-05]', async () => {
  const { sent } = await openProfile({}, { site: aSite({ settings: { passkeysEnabled: false } }) })
  expect(tabs()).toEqual(['Login Info', 'Security'])
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
  expect(openTab()).toBe('Login Info')
})

test('everything is in Spanish', async () => {
  await openProfile({}, { language: 'es', path: '/my-profile?tab=mfa' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeDefined()
  expect(tabs()).toEqual(['Inicio de sesión', 'Autenticación de varios factores', 'Llaves de acceso', 'Seguridad'])
  expect(await screen.findByRole('button', { name: 'Configurar ahora' })).toBeDefined()
})

const everything = aSite({
  features: ['MfaEnabled', 'PaperlessAccountEnabled', 'RoundUp', 'RoundUpEnabled', 'StoredPaymentDataEnabled'],
  settings: { passkeysEnabled: true },
})
const submitAll = () => screen.queryByRole('button', { name: 'Submit All' })

test('Login Info is always there [MP-02]', async () => {
  await openProfile({}, { site: aSite({ settings: { passkeysEnabled: false } }) })
  expect(tabs()[0]).toBe('Login Info')
})

test('Paperless Options is there when paperless is on for members or for accounts [CG-24, CG-25, MP-03]', async () => {
  for (const feature of ['PaperlessMemberEnabled', 'PaperlessAccountEnabled']) {
    await openProfile({}, { site: aSite({ features: [feature], settings: { passkeysEnabled: false } }) })
    expect(tabs()).toEqual(['Login Info', 'Paperless Options', 'Security'])
    cleanup()
  }
})

test('Operation RoundUp is there when RoundUp is enabled [MP-04]', async () => {
  await openProfile({}, { site: aSite({ features: ['RoundUp'], settings: { passkeysEnabled: false } }) })
  expect(tabs()).toEqual(['Login Info', 'Operation RoundUp', 'Security'])
})

test('Submit All is on the tabs that are sent together, and on none that saves by itself [MP-06]', async () => {
  const { user } = await openProfile({}, { site: everything })
  for (const name of ['Login Info', 'Paperless Options', 'Operation RoundUp']) {
    await user.click(screen.getByRole('tab', { name }))
    await waitFor(() => expect(submitAll(), name).not.toBeNull())
  }
  for (const name of ['Multi-Factor Authentication', 'Passkeys', 'Security']) {
    await user.click(screen.getByRole('tab', { name }))
    await waitFor(() => expect(submitAll(), name).toBeNull())
  }
})

test('opens the paperless tab first for links that ask for it, by address or by state [MP-07]', async () => {
  await openProfile({}, { site: everything, path: '/my-profile?paperless=true' })
  expect(openTab()).toBe('Paperless Options')
  cleanup()
  await openProfile({}, { site: everything, path: '/my-profile', state: { paperless: true } })
  expect(openTab()).toBe('Paperless Options')
})

test("loads the member's details, and a failure can be retried [MP-08]", async () => {
  const { user, sent, answers } = await openProfile({ [detailsLine]: aProblem(500) }, { site: everything })
  await screen.findByText('We are unable to process your request at this time. Please try again later.')
  expect(submitAll()).toBeNull()
  answers[detailsLine] = memberDetails()
  await pressed(user, 'Try again')
  await waitFor(() => expect(submitAll()).not.toBeNull())
  expect(sent(detailsLine)).toHaveLength(2)
  expect(sent(autopaymentsLine)).toHaveLength(1)
})
