import { expect, test } from 'vitest'
import { renderPortal } from '../test-support/render-portal.tsx'
import { routes } from './routes.tsx'

const below = routes.map(({ path }) => path).filter((path) => path.startsWith('/billpayments'))

test('there are pages below /billpayments, and no page at the address itself', () => {
  expect(below).toEqual(expect.arrayContaining(['/billpayments/pay-multiple', '/billpayments/view-deposits']))
  expect(below).not.toContain('/billpayments')
})

test.each(below)('%s leads a visitor to sign in and back, as every page below /billpayments [RT-24]', async (path) => {
  const { address } = await renderPortal({ path, visits: ['/login'] })
  expect(address()).toBe(`/login?returnUrl=${encodeURIComponent(path)}`)
})
