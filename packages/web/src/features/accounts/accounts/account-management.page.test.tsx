import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'

const path = '/account-management'
const linksIn = (name: string) =>
  within(within(screen.getByRole('main')).getByRole('region', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('a member finds the pages about their accounts, grouped, each of them behind its own gate', async () => {
  await renderPortal({ path, session: aMember, site: aSite({ features: ['Deposits'] }) })
  expect(screen.getByRole('heading', { level: 1, name: 'Account Management' })).toBeDefined()
  expect(linksIn('My Account')).toEqual(
    expect.arrayContaining([
      ['Account Overview', '/accountoverview'],
      ['All Accounts', '/view-all-accounts'],
      ['My Profile', '/my-profile'],
    ]),
  )
  expect(linksIn('Billing')).toContainEqual(['Deposits', '/billpayments/view-deposits'])
  expect(linksIn('Billing').map(([title]) => title)).not.toContain('Arrangements')
  expect(linksIn('Payments')).toContainEqual(['Payment Options', '/payment-options'])
})

test('/account-management is a page of its own, and a visitor is sent to sign in', async () => {
  const { address } = await renderPortal({ path, visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Faccount-management')
})
