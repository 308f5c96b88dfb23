import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { completeTable } from '../../test-support/complete-table.tsx'
import { aMember, renderPortal } from '../../test-support/render-portal.tsx'

const open = (path: string, session?: typeof aMember) =>
  renderPortal({
    path,
    table: completeTable,
    accountList: <p>100100101</p>,
    ...(session !== undefined && { session }),
  })

const accounts = () => screen.queryByRole('navigation', { name: 'Your accounts' })

test('[SH-46] a signed-in member sees the account list on an account page', async () => {
  await open('/accountoverview', aMember)
  expect(accounts()?.textContent).toBe('100100101')
})

test('[SH-46] a visitor sees no account list', async () => {
  await open('/services-products')
  expect(accounts()).toBeNull()
})

test('[SH-47] no account list on home', async () => {
  await open('/home', aMember)
  expect(accounts()).toBeNull()
})

test('[SH-48] no account list on login-like pages', async () => {
  await open('/register', aMember)
  expect(accounts()).toBeNull()
})

test('[SH-49] no account list on payment pages', async () => {
  await open('/payment-options', aMember)
  expect(accounts()).toBeNull()
})

test('[SH-50] no account list on /view-all-accounts', async () => {
  await open('/view-all-accounts', aMember)
  expect(accounts()).toBeNull()
})

test('[SH-51] no account list on the direct usage tracker', async () => {
  await open('/direct-usage-tracker', aMember)
  expect(accounts()).toBeNull()
})
