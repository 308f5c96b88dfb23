import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'

const done = () => screen.getByRole('link', { name: 'Done' })

test('the page is titled Payment Cancel and open to visitors [RT-23]', async () => {
  await renderPortal({ path: '/payment-cancel' })
  expect(document.title).toBe('Payment Cancel')
})

test('the page says that the payment has been canceled [PS-13]', async () => {
  await renderPortal({ path: '/payment-cancel' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your payment has been canceled.')
})

test('Done leads a member who is signed in to accountoverview [PS-14]', async () => {
  const { user, address } = await renderPortal({
    path: '/payment-cancel',
    session: aMember,
    visits: ['/accountoverview'],
  })
  await user.click(done())
  expect(address()).toBe('/accountoverview')
})

test('Done leads a visitor home [PS-14]', async () => {
  const { user, address } = await renderPortal({ path: '/payment-cancel', visits: ['/home'] })
  await user.click(done())
  expect(address()).toBe('/home')
})

test('Done opens the home page when the stored user has no valid session [PS-14]', async () => {
  await renderPortal({
    path: '/payment-cancel',
    session: JSON.stringify({ memberNumber: '1001', memberMfaEnabled: true }),
  })
  expect(done().getAttribute('href')).toBe('/home')
})

test('parameters that the provider added to the address are removed, and the token stays', async () => {
  localStorage.setItem('mcp_quickPayToken', 'quick-token-1')
  const { address } = await renderPortal({ path: '/payment-cancel?isFromQuickPay=true&encodedParam=abc' })
  expect(address()).toBe('/payment-cancel?isFromQuickPay=true')
  expect(localStorage.getItem('mcp_quickPayToken')).toBe('quick-token-1')
})

test('a member can try again, with a new payment', async () => {
  sessionStorage.setItem('mcp_memberPayment', '{}')
  await renderPortal({ path: '/payment-cancel', session: aMember })
  const again = screen.getByRole('link', { name: 'Try again' })
  expect(again.getAttribute('href')).toBe('/billpayments/pay-multiple')
  expect(sessionStorage.getItem('mcp_memberPayment')).toBeNull()
})

test('a payer who came by Quick Pay can try again', async () => {
  const { user, address } = await renderPortal({
    path: '/payment-cancel?isFromQuickPay=true',
    site: aSite({ features: ['QuickPay'] }),
    visits: ['/quick-pay'],
  })
  await user.click(screen.getByRole('link', { name: 'Try again' }))
  expect(address()).toBe('/quick-pay')
})
