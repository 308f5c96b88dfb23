import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { pressByKeyboard, tabTo } from './support/keyboard.ts'
import { onOverview } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const payLater = (page: Page) => page.getByRole('link', { name: 'I can’t pay all of it' })
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm arrangement' })

test('a member in arrears makes an arrangement by keyboard, and every page shows it', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ben.ortega')
  await page.goto(portal.origin + paths.accountOverview())
  await onOverview(page)
  await pressByKeyboard(page, payLater(page))
  await confirm(page).waitFor()
  expect(await page.getByText('$318.44').count()).toBeGreaterThan(0)
  await expect.poll(async () => page.getByText('Your service may be disconnected soon.').count()).toBe(1)
  expect(await pageFaults(page, 'arrange')).toEqual([])

  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('radio', { checked: true })
  expect(await chosen.getAttribute('value')).toBe('installments-3')
  await pressByKeyboard(page, confirm(page))
  await page.getByText('Your arrangement is confirmed.').waitFor()
  const amounts = await page.getByRole('region', { name: 'Your payments' }).getByRole('definition').allInnerTexts()
  const cents = amounts.map((text) => Math.round(Number(text.replace('$', '')) * 100))
  expect(cents).toHaveLength(4)
  expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(31_844)
  expect(await pageFaults(page, 'arrange-made')).toEqual([])

  await page.getByRole('link', { name: 'View your arrangement' }).click()
  await page.getByRole('cell', { name: '$318.44' }).waitFor()
  await page.getByRole('cell', { name: '$79.61' }).waitFor()
  await page.goto(portal.origin + paths.accountOverview())
  await onOverview(page)
  await page.getByRole('region', { name: 'Payment arrangement' }).waitFor()
  expect(await payLater(page).count()).toBe(0)
  expect(unexpected(visitor)).toEqual([])
})

test('the offer and an arrangement pass axe in both themes and fit 320 px in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await signInByCall(page, portal.origin, 'carla.nguyen')
  await page.goto(portal.origin + paths.arrange())
  await page.getByRole('button', { name: 'Confirmar el acuerdo' }).waitFor()
  const found = [...(await pageFaults(page, 'es-arrange'))]
  await signInByCall(page, portal.origin, 'ben.ortega')
  await page.goto(portal.origin + paths.viewArrangements())
  await page.getByRole('cell', { name: '$318.44' }).waitFor()
  found.push(...(await pageFaults(page, 'es-arrangements')))
  expect(found).toEqual([])
})

test('a double click and a second tab make one arrangement', async () => {
  const { page, context } = await newVisitor()
  await signInByCall(page, portal.origin, 'carla.nguyen')
  const address = portal.origin + paths.arrange()
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(address)
    await tab.getByText(/^Pay everything by/u).click()
  }
  await confirm(page).dblclick()
  await page.getByText('Your arrangement is confirmed.').waitFor()
  await confirm(other).click()
  await other.getByText('Your arrangement is confirmed.').waitFor()
  await other.getByRole('link', { name: 'View your arrangement' }).click()
  await other.getByRole('cell', { name: '$276.10' }).first().waitFor()
  await expect.poll(async () => other.getByRole('row').count()).toBe(2)

  await page.goto(address)
  expect(await page.getByText('This account already has a payment arrangement.').innerText()).toBeTruthy()
})

test('an account that is not past due says so, in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await signInByCall(page, portal.origin, 'rosa.delgado')
  await page.goto(portal.origin + paths.arrange())
  await page.getByText('Esta cuenta no tiene saldo vencido.').waitFor()
  expect(await page.getByRole('link', { name: 'Hacer un pago' }).getAttribute('href')).toBe(
    paths.payMultiple({ accountno: '101800101' }),
  )
})
