import type { RoundUpAccount } from '@coopline/contract/accounts/operation-roundup/operation-roundup.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const listLine = 'GET /v3/members/M1001/roundup'
const updateLine = 'PUT /v3/members/M1001/roundup'
const today = calendarDate('2026-11-22')
const updated = 'Your Operation RoundUp enrollment has been updated.'

const electric: RoundUpAccount = {
  accountNumber: '100100101',
  accountType: 'Electric',
  address: '412 Cedar Street, Eau Claire, WI 54701',
  operationRoundup: true,
  operationRoundupAmount: cents(200),
  operationRoundupExpiration: calendarDate('2027-12-31'),
}
const water: RoundUpAccount = {
  accountNumber: '100100202',
  accountType: 'Water',
  address: '9 Mill Road, Menomonie, WI 54751',
  operationRoundup: false,
  operationRoundupAmount: null,
  operationRoundupExpiration: null,
}

interface Opening {
  readonly accounts?: readonly RoundUpAccount[]
  readonly features?: readonly string[]
  readonly path?: string
  readonly answer?: unknown
}

async function open({ accounts = [electric, water], features, path, answer }: Opening = {}) {
  const page = await renderPortal({
    path: path ?? '/operation-roundup',
    site: aSite({ features: features ?? ['RoundUp', 'RoundUpEnabled', 'RoundUpPlusEnabled'] }),
    session: storedMember,
    visits: ['/accountoverview', '/login'],
    answers: {
      [accountsLine]: theirAccounts(),
      [listLine]: { results: accounts, today },
      [updateLine]: answer ?? { message: updated },
    },
  })
  return { ...page, sent: (line: string) => page.calls.filter((call) => call.line === line) }
}

const field = (column: string, account = electric) =>
  screen.findByLabelText<HTMLInputElement>(`${column}, account ${account.accountNumber}`)
const proceed = () => screen.getByRole('button', { name: 'Proceed' })
const isDisabled = (button: HTMLElement) =>
  button.getAttribute('aria-disabled') === 'true' || (button as HTMLButtonElement).disabled

it('keeps an account that is selected while another one is saved', async () => {
  const answer = Promise.withResolvers<object>()
  const { user, sent } = await open({ answer: answer.promise })
  await user.click(await field('Select'))
  await user.clear(await field('Amount'))
  await user.type(await field('Amount'), '3')
  await user.click(proceed())
  await user.click(await field('Select', water))
  answer.resolve({ message: updated })
  await screen.findByText(updated)
  expect(sent(updateLine)).toHaveLength(1)
  expect((await field('Select')).checked).toBe(false)
  expect((await field('Select', water)).checked).toBe(true)
})

it('lists accounts with their enrollment and searches by number and address [OR-02, OR-03]', async () => {
  const { user } = await open()
  const table = within(await screen.findByRole('table', { name: 'Operation RoundUp' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Select',
    'Account',
    'Type',
    'Address',
    'Enrolled',
    'Amount',
    'Expiration date',
  ])
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['100100101', '100100202'])
  const search = screen.getByRole('searchbox', { name: /^Search/u })
  await user.type(search, 'mill road')
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['100100202'])
  await user.clear(search)
  await user.type(search, '0101')
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['100100101'])
  await user.type(search, 'x')
  expect(screen.getByText('No account matches your search.')).toBeDefined()
})

it('explains Operation RoundUp in a dialog [OR-04]', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'How Operation RoundUp works' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How Operation RoundUp works' }))
  expect(dialog.getByText(/^We round your bill up to the next dollar/u)).toBeDefined()
})

it('selects all found accounts with Select All [OR-05]', async () => {
  const { user } = await open()
  await user.type(await screen.findByRole('searchbox', { name: /^Search/u }), 'mill')
  await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
  await user.clear(screen.getByRole('searchbox', { name: /^Search/u }))
  expect([(await field('Select')).checked, (await field('Select', water)).checked]).toEqual([false, true])
})

it('enables Proceed once a selected row has no problem [OR-06]', async () => {
  const { user } = await open()
  expect(isDisabled(await screen.findByRole('button', { name: 'Proceed' }))).toBe(true)
  await user.click(await field('Select'))
  expect(isDisabled(proceed())).toBe(true)
  expect(screen.getByText('These accounts already have these choices.')).toBeDefined()
  await user.clear(await field('Amount'))
  await user.type(await field('Amount'), '3')
  expect(isDisabled(proceed())).toBe(false)
  await user.clear(await field('Amount'))
  await user.type(await field('Amount'), '1.234')
  expect(isDisabled(proceed())).toBe(true)
})

it('searches for and selects the account in the URL, then removes it from the URL [OR-07]', async () => {
  const { address } = await open({ path: '/operation-roundup?accountno=100100202' })
  expect((await field('Select', water)).checked).toBe(true)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['100100202'])
  expect(address()).toBe('/operation-roundup')
})

describe('a row', () => {
  it('lets a member edit a selected row and restores the saved values on deselect [OR-08, OR-11]', async () => {
    const { user } = await open()
    expect((await field('Amount')).disabled).toBe(true)
    await user.click(await field('Select'))
    expect([(await field('Amount')).disabled, (await field('Expiration date')).disabled]).toEqual([false, false])
    await user.clear(await field('Amount'))
    await user.type(await field('Amount'), '5')
    await user.click(await field('Enrolled'))
    await user.click(await field('Select'))
    expect([(await field('Amount')).value, (await field('Enrolled')).checked]).toEqual(['2.00', true])
  })

  it('starts editing a row with the saved amount and date when its enrollment is turned on [OR-09, OR-10]', async () => {
    const { user } = await open({ accounts: [{ ...electric, operationRoundup: false }] })
    await user.click(await field('Enrolled'))
    expect((await field('Select')).checked).toBe(true)
    await user.clear(await field('Amount'))
    await user.type(await field('Amount'), '9')
    fireEvent.change(await field('Expiration date'), { target: { value: '2028-01-31' } })
    await user.click(await field('Enrolled'))
    await user.click(await field('Enrolled'))
    expect([(await field('Amount')).value, (await field('Expiration date')).value]).toEqual(['2.00', '2027-12-31'])
  })
})

it('sends the selected rows, clears the selection and reloads the accounts [OR-12, OR-13, OR-26]', async () => {
  const { user, sent } = await open()
  await user.click(await field('Enrolled', water))
  await user.type(await field('Amount', water), '3.5')
  fireEvent.change(await field('Expiration date', water), { target: { value: '2028-01-31' } })
  const before = sent(listLine).length
  await user.click(proceed())
  expect(await screen.findByText(updated)).toBeDefined()
  expect(bodyOf(sent(updateLine)[0])).toEqual({
    items: [{ accountNumber: '100100202', isRoundUp: true, amount: 350, expireDate: '2028-01-31' }],
  })
  expect((await field('Select', water)).checked).toBe(false)
  await waitFor(() => expect(sent(listLine).length).toBe(before + 1))
})

it('sends an amount that was typed with a comma as dollars and cents [QP-17]', async () => {
  const { user, sent } = await open()
  await user.click(await field('Enrolled', water))
  await user.type(await field('Amount', water), '142,37')
  await user.click(proceed())
  expect(await screen.findByText(updated)).toBeDefined()
  expect(bodyOf(sent(updateLine)[0])).toMatchObject({ items: [{ amount: 14_237 }] })
})

it('enrolls an account that is only selected, and shows that before Proceed is pressed [OR-08, OR-26]', async () => {
  const { user, sent } = await open({ features: ['RoundUp', 'RoundUpEnabled'] })
  await user.click(await field('Select', water))
  expect((await field('Enrolled', water)).checked).toBe(true)
  await user.click(proceed())
  await screen.findByText(updated)
  expect(bodyOf(sent(updateLine)[0])).toMatchObject({ items: [{ accountNumber: '100100202', isRoundUp: true }] })
})

it.each([
  ['1.234', 'You must enter valid amount.'],
  ['.', 'You must enter valid amount.'],
  ['99999999999', 'You must enter a payment amount less than $99,999,999.99.'],
])('refuses the amount %s at its field [OR-14, OR-16]', async (typed, message) => {
  const { user } = await open()
  await user.click(await field('Select'))
  await user.clear(await field('Amount'))
  await user.type(await field('Amount'), typed)
  await user.tab()
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  expect((await field('Amount')).getAttribute('aria-invalid')).toBe('true')
})

it('accepts digits and one dot in an amount, up to eleven characters, and formats two decimals [OR-17, OR-18, OR-19]', async () => {
  const { user } = await open()
  await user.click(await field('Select'))
  await user.clear(await field('Amount'))
  await user.type(await field('Amount'), 'a12.3.4-')
  expect((await field('Amount')).value).toBe('12.34')
  await user.clear(await field('Amount'))
  await user.type(await field('Amount'), '99999999.9999')
  expect((await field('Amount')).value).toBe('99999999.99')
  await user.clear(await field('Amount'))
  await user.type(await field('Amount'), '2.5')
  await user.tab()
  expect((await field('Amount')).value).toBe('2.50')
})

it('accepts end dates from tomorrow to 2121-12-31 [OR-20, OR-21]', async () => {
  const { user } = await open()
  await user.click(await field('Select'))
  const date = await field('Expiration date')
  expect([date.min, date.max]).toEqual(['2026-11-23', '2121-12-31'])
  fireEvent.change(date, { target: { value: '2026-11-22' } })
  fireEvent.blur(date)
  expect((await screen.findAllByText('You cannot use an expiration date in the past.')).length).toBeGreaterThan(0)
  fireEvent.change(date, { target: { value: '2122-01-01' } })
  expect((await screen.findAllByText('Invalid date.')).length).toBeGreaterThan(0)
})

describe('the modes', () => {
  it('shows amount and date only with RoundUp Plus and the enrollment only with RoundUp [OR-22, OR-23, OR-24]', async () => {
    await open({ features: ['RoundUp', 'RoundUpEnabled'] })
    await field('Enrolled')
    expect(screen.queryByLabelText('Amount, account 100100101')).toBeNull()
    expect(screen.queryByLabelText('Expiration date, account 100100101')).toBeNull()
  })

  it('edits amount and date without an enrollment when only RoundUp Plus is on [OR-24, ST-66, ST-67]', async () => {
    const { user } = await open({ features: ['RoundUp', 'RoundUpPlusEnabled'] })
    await user.click(await field('Select', water))
    expect((await field('Amount', water)).disabled).toBe(false)
    expect(screen.queryByLabelText('Enrolled, account 100100202')).toBeNull()
  })

  it('says that there are no eligible accounts when both modes are off [OR-25]', async () => {
    await open({ features: ['RoundUp'] })
    expect(await screen.findByText('There are no eligible accounts for managing Operation Roundup.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
  })
})

it('redirects to the account overview when RoundUp is off [OR-25, ST-62]', async () => {
  const { address } = await open({ features: [] })
  expect(address()).toBe('/accountoverview')
})

it('keeps the input and shows an alert when the server refuses it [EC-03]', async () => {
  const { user } = await open({ answer: aProblem(500) })
  await user.click(await field('Enrolled', water))
  await user.type(await field('Amount', water), '3.50')
  await user.click(proceed())
  expect((await screen.findByRole('alert')).textContent).toContain('We are unable to process your request')
  expect([(await field('Amount', water)).value, (await field('Select', water)).checked]).toEqual(['3.50', true])
})

it('has the title Operation RoundUp and redirects a visitor to sign in [RT-48, RU-09, RU-10]', async () => {
  await open()
  expect(document.title).toContain('Operation RoundUp')
  localStorage.clear()
  const { address } = await renderPortal({ path: '/operation-roundup', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Foperation-roundup')
})
