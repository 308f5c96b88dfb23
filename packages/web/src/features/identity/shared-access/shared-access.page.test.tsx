import type { PersonWithAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { aListedSession } from '../../../test-support/my-profile-answers.ts'
import { theirBill } from '../../../test-support/bill-answers.ts'
import { openProfile } from '../../../test-support/open-my-profile.tsx'
import { bodyOf, headersOf } from '../../../test-support/open-quick-pay.tsx'
import { aRequisition, somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'
import { theirAccount } from '../../../test-support/their-account.ts'
import { aMonth } from '../../../test-support/usage-answers.ts'

const site = aSite({ settings: { sharedAccess: true } })
const [listLine, inviteLine] = ['GET', 'POST'].map((method) => `${method} /v3/members/M1001/people-with-access`) as [
  string,
  string,
]
const keeper: PersonWithAccess = {
  id: 'access-of-a-keeper-01',
  name: 'Bookkeeper',
  email: 'keeper@example.org',
  rights: 'view',
  accounts: ['100100101'],
  state: 'active',
  invitedAt: '2026-11-01T12:00:00Z',
  invitationEndsAt: '2026-11-08T12:00:00Z',
  acceptedAt: '2026-11-02T12:00:00Z',
  lastDay: calendarDate('2027-01-31'),
  endReason: null,
  lastUsedAt: null,
}

describe('people with access', () => {
  const openTab = async (more: Readonly<Record<string, unknown>> = {}) => {
    await loadTexts('en', 'sharedAccess')
    const answers = {
      [listLine]: { people: [keeper] },
      'GET /v3/members/M1001/accounts': {
        results: [{ accountNumber: '100100101', serviceAddress: '1234 Oak St' }],
        totalRecords: 1,
      },
      'GET /v3/site/ats-config-settings': { results: [{ key: 'timeZone', value: 'America/Chicago' }] },
      ...more,
    }
    return openProfile(answers, { path: '/my-profile?tab=people', site })
  }

  test('lists each person with accounts, state and last day', async () => {
    await openTab()
    expect(await screen.findByRole('rowheader', { name: /Bookkeeper.*keeper@example\.org/u })).toBeDefined()
    expect(screen.getByText('Has access')).toBeDefined()
    expect(screen.getByText('Until 01/31/2027')).toBeDefined()
  })

  test('ends access after a confirmation', async () => {
    const endLine = 'DELETE /v3/members/M1001/people-with-access/access-of-a-keeper-01'
    const { user, sent } = await openTab({ [endLine]: { ended: true } })
    await user.click(await screen.findByRole('button', { name: 'End access for Bookkeeper' }))
    expect(sent(endLine)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'End access' }))
    expect(await screen.findAllByText('Bookkeeper can no longer see your accounts.')).not.toEqual([])
    expect(sent(endLine)).toHaveLength(1)
  })

  test('lets a person pay after a question', async () => {
    const line = 'PUT /v3/members/M1001/people-with-access/access-of-a-keeper-01/rights'
    const { user, sent } = await openTab({ [line]: { person: { ...keeper, rights: 'view-and-pay' } } })
    await user.click(await screen.findByRole('button', { name: 'Allow payments by Bookkeeper' }))
    expect(sent(line)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Allow payments' }))
    expect(await screen.findAllByText('Bookkeeper can now pay your accounts.')).not.toEqual([])
    expect(bodyOf(sent(line)[0])).toEqual({ rights: 'view-and-pay' })
  })

  test('says that a person who accepted no longer has a login, and nothing of an invitation', async () => {
    const gone = { ...keeper, state: 'over', acceptedAt: null, endReason: 'guest-erased' } as const
    await openTab({ [listLine]: { people: [gone] } })
    expect(await screen.findByText('They no longer have a login')).toBeDefined()
    expect(screen.queryByText('The invitation was not accepted')).toBeNull()
  })

  test('lists what a person paid once, with a link to the history of the account', async () => {
    const payment = {
      id: 'T1',
      paidAt: '2026-11-20T15:00:00.000Z',
      accountNumber: '100100101',
      amount: 5_000,
      outcome: 'confirmed',
    }
    const line = 'GET /v3/members/M1001/people-with-access/access-of-a-keeper-01/activity'
    const { user } = await openTab({ [line]: { activities: [], payments: [payment] } })
    await user.click(await screen.findByRole('button', { name: 'Activity of Bookkeeper' }))
    const table = await screen.findByRole('table', { name: 'Payments' })
    expect(within(table).getAllByText('$50.00')).toHaveLength(1)
    expect(within(table).getByRole('link', { name: '100100101' }).getAttribute('href')).toBe(
      '/billpayments/history?accountno=100100101',
    )
  })

  test('invites by email with the only account chosen, and shows problems at the fields first', async () => {
    const { user, sent } = await openTab({ [inviteLine]: { person: keeper } })
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
    await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
    expect(screen.getByText('Enter a name for this person.')).toBeDefined()
    expect(sent(inviteLine)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Bookkeeper')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'keeper@example.org')
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('The invitation to keeper@example.org is on its way.')).toBeDefined()
    expect(bodyOf(sent(inviteLine)[0])).toMatchObject({
      name: 'Bookkeeper',
      email: 'keeper@example.org',
      accounts: ['100100101'],
      rights: 'view',
    })
  })

  test('the invitation says that the settings could not be loaded, and offers to try again', async () => {
    const settingsLine = 'GET /v3/site/ats-config-settings'
    const { user, answers } = await openTab({ [settingsLine]: aProblem(500) })
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
    const retry = await screen.findByRole('button', { name: 'Try again' })
    answers[settingsLine] = { results: [{ key: 'timeZone', value: 'America/Chicago' }] }
    await user.click(retry)
    expect(await screen.findByRole('button', { name: 'Send invitation' })).toBeDefined()
  })
})

const invitation = {
  maskedEmail: 'k•••@example.org',
  accounts: 1,
  rights: 'view',
  lastDay: calendarDate('2027-02-01'),
}

test('another code leaves what was typed to accept an access', async () => {
  const again = Promise.withResolvers<object>()
  const codes = [{}, again.promise]
  const { user } = await renderPortal({
    path: '/accept-access?token=t-1',
    site,
    answers: { 'POST /v3/shared-access/invitation': invitation, 'POST /v3/shared-access/code': () => codes.shift() },
  })
  await user.click(await screen.findByRole('button', { name: 'Send code' }))
  const username = await screen.findByLabelText<HTMLInputElement>('Username')
  await user.type(username, 'nora.reed')
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(codes).toEqual([])
  expect(screen.getByLabelText('Username')).toBe(username)
  await act(async () => again.resolve({}))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('We are sending a code to k•••@example.org.'))
  expect(screen.getByLabelText('Username')).toBe(username)
  expect(username.value).toBe('nora.reed')
})

test('an access that is accepted after the page was left opens no page', async () => {
  const answer = Promise.withResolvers<object>()
  const { user, address, calls } = await renderPortal({
    path: '/accept-access?token=t-1',
    session: aMember,
    site,
    visits: ['/my-profile', '/shared-with-me'],
    answers: {
      'POST /v3/shared-access/invitation': invitation,
      'POST /v3/shared-access/code': {},
      'GET /v3/session': { userName: 'ada' },
      'POST /v3/members/1001/shared-with-me': answer.promise,
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send code' }))
  await user.type(await screen.findByLabelText('Verification code'), '012345')
  await user.click(screen.getByRole('button', { name: 'Accept access' }))
  expect(calls.some(({ line }) => line === 'POST /v3/members/1001/shared-with-me')).toBe(true)
  await user.click(screen.getByRole('link', { name: 'My Profile' }))
  expect(address()).toBe('/my-profile')
  await act(async () => answer.resolve({}))
  expect(address()).toBe('/my-profile')
})

describe('a login without a membership', () => {
  const session = { ...aMember, memberNumber: 'guest-abcdefghijklmn' }
  const answers = { 'GET /v3/members/guest-abcdefghijklmn/shared-with-me': { shared: [] } }

  test('is led from every page of members to what is shared with it, without asking for accounts', async () => {
    const { address, calls } = await renderPortal({
      path: '/account-profile',
      session,
      site,
      answers,
      visits: ['/shared-with-me'],
    })
    expect(await screen.findByText('No accounts are shared with you.')).toBeDefined()
    expect(address()).toBe('/shared-with-me')
    expect(calls.filter(({ line }) => line.includes('/accounts'))).toEqual([])
  })

  test('has no links to pages of members in the menu', async () => {
    await renderPortal({ path: '/shared-with-me', session, site, answers })
    await screen.findByText('No accounts are shared with you.')
    expect(screen.queryByRole('link', { name: 'Account Profile' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Account Overview' })).toBeNull()
  })

  test('has My Profile with the second factors and the sessions of the login, and loads nothing of a member', async () => {
    const own = '/v3/members/guest-abcdefghijklmn'
    const lines = [`GET ${own}/mfa`, `GET ${own}/passkeys`, `GET ${own}/sessions`, `GET ${own}/activity`]
    const { user, calls } = await renderPortal({
      path: '/my-profile',
      accountList: <p>The accounts</p>,
      session,
      site: aSite({
        features: ['MfaEnabled'],
        settings: { sharedAccess: true, passkeysEnabled: true, connectEnabled: true },
      }),
      answers: {
        [lines[0] ?? '']: { mfaEnabled: false, recoveryCodesLeft: 0 },
        [lines[1] ?? '']: { passkeys: [] },
        [lines[2] ?? '']: { sessions: [aListedSession()] },
        [lines[3] ?? '']: { activities: [] },
      },
    })
    expect(await screen.findByRole('button', { name: 'Set Up Now' })).toBeDefined()
    expect(screen.queryByText('The accounts')).toBeNull()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Multi-Factor Authentication',
      'Passkeys',
      'Security',
    ])
    await user.click(screen.getByRole('tab', { name: 'Passkeys' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Your passkeys' })).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Security' }))
    expect(await screen.findByText('This browser')).toBeDefined()
    expect(new Set(calls.map(({ line }) => line))).toEqual(new Set(lines))
  })
})

describe('a shared account', () => {
  const [member, at] = ['guest-abcdefghijklmn', '/v3/members/guest-abcdefghijklmn/shared-with-me/a-1/accounts']
  const account = theirAccount.toFigures()
  const path = `/shared-account?access=a-1&accountno=${account.accountNumber}`
  const ofAccount = `${at}/${account.accountNumber}`
  const payLine = `POST ${ofAccount}/payment`
  const { paymentSettings, paymentsUnderWay, ...more } = somePaymentSettings()
  const { lastPayment: _none, ...methods } = paymentSettings

  const openAccount = async (
    rights: 'view' | 'view-and-pay',
    answers: Readonly<Record<string, unknown>> = {},
    language: 'en' | 'es' = 'en',
  ) =>
    renderPortal({
      path,
      language,
      site: aSite({ features: ['Usages'], settings: { sharedAccess: true } }),
      session: { ...aMember, memberNumber: member },
      answers: {
        [`GET ${ofAccount}`]: { memberName: 'Ada Lindqvist', rights, lastDay: '2027-01-31', account: shown },
        [`GET ${ofAccount}/bills`]: { results: [], totalRecords: 0 },
        [`GET ${ofAccount}/usage`]: { usagesByMeter: [] },
        [`GET ${ofAccount}/payment`]: { account, settings: { ...more, paymentSettings: methods }, paymentsUnderWay },
        ...answers,
      },
    })
  const shown = {
    accountNumber: account.accountNumber,
    accountHolderName: 'Ada Lindqvist',
    serviceAddress: '1234 Oak St',
    accountType: 'Electric',
    derivedStatus: 'Active',
    accountBalance: account.accountBalance,
    pastDueAmount: 0,
    dueDate: null,
    isPrepaidAccount: 'N',
  }

  test('offers no payment to a guest who may only see it', async () => {
    await openAccount('view')
    await screen.findByText('You are viewing account', { exact: false })
    expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
  })

  test('shows type and status in Spanish', async () => {
    const month = aMonth('2026-10', 12.5, { unitOfMeasure: 'Therms' })
    const usage = { usagesByMeter: [{ meterId: 'G-1', monthlyUsages: [month] }] }
    await openAccount('view', { [`GET ${ofAccount}/usage`]: usage }, 'es')
    expect(await screen.findByText('Electricidad')).toBeDefined()
    expect(screen.getByText('Activa')).toBeDefined()
    expect(await screen.findByRole('cell', { name: '12.5 termias' })).toBeDefined()
  })

  test('shows the lines of a bill in Spanish with the words of the cooperative in English', async () => {
    const lines = [{ description: 'Water charge', quantity: 1_200, unit: 'Gallons', amount: cents(1_200) }]
    const { user } = await openAccount(
      'view',
      {
        [`GET ${ofAccount}/bills`]: { results: [theirBill.toRow()], totalRecords: 1 },
        [`POST ${ofAccount}/bills/view`]: { ...theirBill.toDetail(), lines },
      },
      'es',
    )
    await user.click(await screen.findByRole('button', { name: /^Ver la factura/u }))
    expect((await screen.findByText('Water charge')).lang).toBe('en')
    expect(screen.getByRole('cell', { name: '1200 galones' })).toBeDefined()
  })

  test('hands a guest who may pay to the provider, once per request', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
    let asked = 0
    const submitted = () => (asked += 1)
    const page = await openAccount('view-and-pay', {
      [payLine]: () => (submitted() === 1 ? aProblem(500) : aRequisition()),
    })
    const { user } = page
    await user.click(await screen.findByRole('button', { name: 'Pay' }))
    await screen.findByRole('heading', { level: 2, name: 'Pay this account' })
    const amount = await screen.findByRole('textbox', { name: 'Payment amount' })
    await user.clear(amount)
    await user.type(amount, '20')
    await user.click(screen.getByRole('button', { name: 'Pay' }))
    await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Pay' }))
    await screen.findByRole('heading', { name: 'Taking you to the secure payment page' })
    const calls = page.calls.filter(({ line }) => line === payLine)
    expect(calls.map((one) => bodyOf(one))).toMatchObject([{ amount: 2_000 }, { amount: 2_000 }])
    const keys = calls.map((one) => headersOf(one).get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    expect(submit).toHaveBeenCalledTimes(1)
    submit.mockRestore()
  })

  test('keeps the reason of a refused payment beside the figures that were read again', async () => {
    let balance = cents(5_000)
    const { user } = await openAccount('view-and-pay', {
      [`GET ${ofAccount}/payment`]: () => ({
        account: { ...account, accountBalance: balance },
        settings: { ...more, paymentSettings: methods },
        paymentsUnderWay,
      }),
      [payLine]: () => {
        balance = cents(4_000)
        return aProblem(409, 'The balance has changed.')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Pay' }))
    const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Payment amount' })
    await user.clear(await amount())
    await user.type(await amount(), '20')
    await user.click(screen.getByRole('button', { name: 'Pay' }))
    await waitFor(async () => expect((await amount()).value).toBe('40.00'))
    expect(screen.getByRole('alert').textContent).toBe('The balance has changed.')
  })
})

describe('an invitation', () => {
  test('an invitation that does not work says so and offers no code', async () => {
    const refused = aProblem(400, 'This invitation does not work.', [
      { code: 'invitation-not-good', message: 'This invitation does not work.' },
    ])
    await renderPortal({
      path: `/accept-access?token=${'a'.repeat(32)}`,
      site,
      answers: { 'POST /v3/shared-access/invitation': refused },
    })
    expect((await screen.findByRole('alert')).textContent).toBe('This invitation does not work.')
    expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull()
  })
})
