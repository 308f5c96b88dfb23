import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../test-support/answers.ts'
import { bodyOf, headersOf } from '../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../test-support/render-portal.tsx'
import { accountsLine, aListedAccount, storedMember, theirAccounts } from '../../test-support/sign-in-answers.ts'

const open = (answer: unknown, path = '/accountoverview') => {
  const answers = { [accountsLine]: answer }
  return renderPortal({ path, session: storedMember, answers }).then((portal) => ({ ...portal, answers }))
}
const rowOf = async (account: string) => within((await screen.findByText(account)).closest('tr') as HTMLElement)

test("[RT-33] [RT-60] a member finds their accounts under the title 'Account Overview', with what is owed and when", async () => {
  const { calls } = await open(theirAccounts(aListedAccount({ pastDueAmount: cents(2_000) })))
  const row = await rowOf('000100200300')
  for (const text of ['Residential', '1400 Prairie View Rd, Cloverdale, WI 54001', '03/18/2027', '$20.00 past due'])
    expect(row.getByText(text)).toBeDefined()
  expect(row.getByText('$152.34', { exact: false })).toBeDefined()
  expect(document.title).toBe('Account Overview')
  expect(headersOf(calls[0]).get('authorization')).toBe('Bearer access-1')
  expect(bodyOf(calls[0])).toBeNull()
})

test('the primary account comes first, whatever order the answer has', async () => {
  await open(
    theirAccounts(
      aListedAccount({ accountNumber: '000000000002', isPrimary: false, dueDate: null, accountBalance: cents(-500) }),
      aListedAccount({ accountNumber: '000000000009', isPrimary: true }),
    ),
  )
  const second = await rowOf('000000000002')
  expect(second.getByText('Nothing due')).toBeDefined()
  expect(second.getByText('Credit')).toBeDefined()
  const numbers = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(numbers).toEqual(['000000000009Primary account', '000000000002'])
})

test('who has more accounts than are shown is told how many', async () => {
  await open({ results: [aListedAccount()], totalRecords: 240 })
  expect(await screen.findByText('The first 1 of your 240 accounts are shown.')).toBeDefined()
})

test('a failure is said in an alert, and trying again shows the accounts', async () => {
  const { user, answers } = await open(aProblem(500))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('We are unable to process your request at this time. Please try again later.')).toBeDefined()
  answers[accountsLine] = theirAccounts()
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await rowOf('000100200300')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[RT-34] the path with a link is the same page', async () => {
  const { address } = await open(theirAccounts(), '/accountoverview/mymeter')
  expect(await rowOf('000100200300')).toBeDefined()
  expect(address()).toBe('/accountoverview/mymeter')
  expect(document.title).toBe('Account Overview')
})

test('[RT-60] a visitor is led to sign in and back', async () => {
  const { address } = await renderPortal({ path: '/accountoverview?link=mymeter', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Faccountoverview%3Flink%3Dmymeter')
  expect(screen.queryByRole('heading', { name: 'Account Overview' })).toBeNull()
})

test.each(['/accountoverview', '/accountoverview/mymeter'])(
  '[RT-33] [RT-34] a visitor at %s is led to the login page',
  async (path) => {
    const { address } = await renderPortal({ path })
    await screen.findByRole('heading', { level: 1, name: 'Sign In' })
    expect(address()).toBe(`/login?returnUrl=${encodeURIComponent(path)}`)
  },
)
