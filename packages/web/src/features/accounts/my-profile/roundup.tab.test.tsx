import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { aSite } from '../../../test-support/a-site.ts'
import { aProfileAccount, detailsLine, memberDetails, updateLine } from '../../../test-support/my-profile-answers.ts'
import { openProfile, pressed } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'

const path = '/my-profile?tab=roundup'
const bothModes = ['RoundUp', 'RoundUpEnabled', 'RoundUpPlusEnabled']
const open = async (answers: Record<string, unknown> = {}, features: readonly string[] = bothModes) => {
  const site = aSite({ features, settings: { passkeysEnabled: false } })
  const page = await openProfile(
    { [updateLine]: { message: 'Your profile has been updated.' }, ...answers },
    { site, path },
  )
  await screen.findByRole('button', { name: 'Submit All' })
  return page
}
const first = 'account 100100101'
const field = (column: string) => screen.getByLabelText<HTMLInputElement>(`${column}, ${first}`)
const enrolled = {
  [detailsLine]: memberDetails({
    accounts: [
      aProfileAccount({
        operationRoundup: true,
        operationRoundupAmount: cents(200),
        operationRoundupExpiration: calendarDate('2027-12-31'),
      }),
    ],
  }),
}

test('the accounts are listed with enrollment, amount and expiration [MP-57]', async () => {
  await open(enrolled)
  expect([field('Enrolled').checked, field('Amount').value, field('Expiration date').value]).toEqual([
    true,
    '2.00',
    '2027-12-31',
  ])
})

test('a changed amount is sent in cents, with its date [MP-57]', async () => {
  const { user, sent } = await open()
  await user.click(field('Enrolled'))
  await user.type(field('Amount'), '3.5')
  fireEvent.change(field('Expiration date'), { target: { value: '2028-01-31' } })
  await pressed(user, 'Submit All')
  await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
  expect(bodyOf(sent(updateLine)[0])).toMatchObject({
    roundupAccounts: [
      { accountNumber: '100100101', isRoundup: true, amount: 350, expiration: '2028-01-31' },
      { accountNumber: '100100102', isRoundup: false, amount: null, expiration: null },
    ],
  })
})

describe('the amount', () => {
  test('takes digits and one dot only, eleven characters [MP-58]', async () => {
    const { user } = await open(enrolled)
    await user.clear(field('Amount'))
    await user.type(field('Amount'), '-$12e3.4.5')
    expect(field('Amount').value).toBe('123.45')
    await user.clear(field('Amount'))
    await user.type(field('Amount'), '99999999.999')
    expect(field('Amount').value).toBe('99999999.99')
  })

  test('is shown as currency when it is left [MP-59]', async () => {
    const { user } = await open(enrolled)
    await user.clear(field('Amount'))
    await user.type(field('Amount'), '3.5')
    expect(field('Amount').value).toBe('3.5')
    await user.tab()
    expect(field('Amount').value).toBe('3.50')
  })
})

test('the expiration is a date, tomorrow at the earliest [MP-58, MP-60]', async () => {
  const { user, sent } = await open(enrolled)
  const { type, min, max } = field('Expiration date')
  expect([type, min, max]).toEqual(['date', '2027-03-02', '2121-12-31'])
  fireEvent.change(field('Expiration date'), { target: { value: '2027-03-01' } })
  await pressed(user, 'Submit All')
  expect(screen.getAllByText('You cannot use an expiration date in the past.')).toHaveLength(2)
  expect(sent(updateLine)).toEqual([])
  expect(document.activeElement).toBe(field('Expiration date'))
})

test('with the basic mode alone, an account is enrolled and has no amount [CG-17]', async () => {
  await open(enrolled, ['RoundUp', 'RoundUpEnabled'])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Account', 'Enrolled'])
})

test('with RoundUp Plus alone, an account has an amount and an end date [CG-18]', async () => {
  await open({}, ['RoundUp', 'RoundUpPlusEnabled'])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Account',
    'Amount',
    'Expiration date',
  ])
  expect(field('Amount').value).toBe('')
})

test('without an account, or without either mode, there is a sentence [MP-61]', async () => {
  await open({}, ['RoundUp'])
  expect(screen.getByText('There are no eligible accounts for managing Operation Roundup.')).toBeDefined()
})
