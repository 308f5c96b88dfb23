import type {
  BillingPlanAnswer,
  LevelizedAccount,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { stepUpLine } from '../../../test-support/my-profile-answers.ts'
import { proofWanted } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const listLine = 'GET /v3/members/M1001/levelized'
const allLine = 'PUT /v3/members/M1001/levelized'
const lineOf = (accountNumber: string) => `PUT /v3/members/M1001/accounts/${accountNumber}/levelized`
const previewOf = (accountNumber: string) => `GET /v3/members/M1001/accounts/${accountNumber}/levelized/preview`

const standard: LevelizedAccount = {
  accountNumber: '100100101',
  serviceAddress: '412 Cedar Street, Eau Claire, WI 54701',
  estimatedAmount: cents(14_200),
  billingType: 'Standard',
  isEligible: true,
  notEligibleMessage: '',
  defaultSettlementMonth: 6,
  settlementMonth: null,
}
const average: LevelizedAccount = {
  ...standard,
  accountNumber: '100100102',
  serviceAddress: '9 Mill Road, Menomonie, WI 54751',
  billingType: 'Average',
  settlementMonth: 6,
}
const budget: LevelizedAccount = {
  ...standard,
  accountNumber: '100100103',
  billingType: 'Budget',
  notEligibleMessage: 'Budget billing is active.',
}
const ineligible: LevelizedAccount = {
  ...standard,
  accountNumber: '100100104',
  isEligible: false,
  notEligibleMessage: 'Your account is past due.',
}
const plan: BillingPlanAnswer = {
  bills: [
    {
      billDate: calendarDate('2026-12-13'),
      standard: cents(20_000),
      average: { amount: cents(14_500), difference: cents(5_500) },
      budget: { amount: cents(14_600), difference: cents(5_400) },
      isSettlement: false,
    },
    {
      billDate: calendarDate('2027-06-13'),
      standard: cents(9_000),
      average: { amount: cents(14_501), difference: cents(0) },
      budget: { amount: cents(14_400), difference: cents(0) },
      isSettlement: true,
    },
  ],
  from: calendarDate('2025-12-13'),
  to: calendarDate('2026-11-13'),
  years: 1,
  usesLeveledBills: false,
  startingDifference: cents(0),
}

interface Opening {
  readonly accounts?: readonly LevelizedAccount[]
  readonly features?: readonly string[]
  readonly session?: typeof storedMember | undefined
  readonly answer?: unknown
  readonly preview?: BillingPlanAnswer | null
}

async function open({
  accounts = [standard, average, budget, ineligible],
  features,
  answer,
  preview = plan,
  ...rest
}: Opening = {}) {
  const page = await renderPortal({
    path: '/levelized-billing',
    site: aSite({ features: features ?? ['AverageBilling'] }),
    ...('session' in rest ? {} : { session: storedMember }),
    visits: ['/accountoverview', '/login'],
    answers: {
      [accountsLine]: theirAccounts(),
      [listLine]: { results: accounts },
      [allLine]: answer ?? { results: [] },
      [stepUpLine]: { accessToken: 'access-2', expireInMinutes: 15 },
      ...Object.fromEntries(
        accounts.flatMap(({ accountNumber }) => [
          [lineOf(accountNumber), answer ?? { message: 'Saved.' }],
          [previewOf(accountNumber), { plan: preview }],
        ]),
      ),
    },
  })
  if (features === undefined && !('session' in rest)) await screen.findByRole('combobox', { name: 'Show' })
  return { ...page, sent: (line: string) => page.calls.filter((call) => call.line === line) }
}

const rows = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)
const filter = () => screen.getByRole('combobox', { name: 'Show' })
const button = (name: string, { accountNumber }: LevelizedAccount) =>
  screen.getByRole('button', { name: `${name}, account ${accountNumber}` })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const checkbox = ({ accountNumber }: LevelizedAccount) =>
  screen.queryByRole('checkbox', { name: `Select, account ${accountNumber}` })

it('is titled Average Billing [RT-49, RU-11]', async () => {
  await open()
  expect(document.title).toBe('Average Billing')
})

it('redirects a visitor to sign in [RT-49, RU-12]', async () => {
  const { address } = await open({ session: undefined })
  await waitFor(() => expect(address()).toMatch(/^\/login/u))
})

it('redirects to the account overview where Average Billing is off [AB-08, ST-56, CG-16]', async () => {
  const { address, sent } = await open({ features: [] })
  await waitFor(() => expect(address()).toMatch(/^\/accountoverview/u))
  expect(sent(listLine)).toEqual([])
})

describe('the table', () => {
  it('lists all accounts at first, and those that match the filter after that [AB-03, AB-16, AB-17]', async () => {
    const { user } = await open()
    expect(
      within(filter())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All', 'Average Billing', 'Non-Average Billing'])
    expect(rows()).toEqual(['100100101', '100100102', '100100103', '100100104'])
    await user.selectOptions(filter(), 'Average Billing')
    expect(rows()).toEqual(['100100102'])
    await user.selectOptions(filter(), 'Non-Average Billing')
    expect(rows()).toEqual(['100100101', '100100103'])
  })

  it('has a search over account number and address [AB-04]', async () => {
    const { user } = await open()
    const search = screen.getByRole('searchbox', { name: /^Search/u })
    await user.type(search, 'mill road')
    expect(rows()).toEqual(['100100102'])
    await user.clear(search)
    await user.type(search, '0104')
    expect(rows()).toEqual(['100100104'])
    await user.type(search, 'x')
    expect(screen.getByText('No account matches your search.')).toBeDefined()
  })

  it('has pages of ten accounts [AB-05]', async () => {
    const accounts = Array.from({ length: 12 }, (_, index) => ({ ...standard, accountNumber: String(200_000 + index) }))
    const { user } = await open({ accounts })
    expect(rows()).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(rows()).toEqual(['200010', '200011'])
  })

  it('has Sign Up, Remove or Not Eligible for each account [AB-06, AB-12, AB-13]', async () => {
    await open({
      accounts: [standard, average, budget, ineligible, { ...average, accountNumber: '5', isEligible: false }],
    })
    const named = screen.getAllByRole('button', { name: /^(?:Sign Up|Remove|Not Eligible), / })
    expect(named.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Sign Up, account 100100101',
      'Remove, account 100100102',
      'Not Eligible, account 100100103',
      'Not Eligible, account 100100104',
      'Not Eligible, account 5',
    ])
  })

  it('explains why an account is not eligible [AB-14]', async () => {
    const { user } = await open()
    await user.click(button('Not Eligible', ineligible))
    expect((await dialog('Not Eligible')).getByText('Your account is past due.')).toBeDefined()
  })
})

describe('one account', () => {
  it('signs an account up with action Add, after it shows the next bills [AB-01, AB-09, AB-18]', async () => {
    const { user, sent } = await open({ answer: { message: 'Your account is now on Average Billing.' } })
    await user.click(button('Sign Up', standard))
    const shown = await dialog('Sign up for Average Billing')
    const table = within(await shown.findByRole('table', { name: 'Your next 12 bills, estimated' }))
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['12/13/2026$200.00$145.00$146.00', '06/13/2027 (settlement)$90.00$145.01$144.00'])
    expect(shown.getByText(/^We use your own bills from 12\/13\/2025 to 11\/13\/2026/u)).toBeDefined()
    expect(shown.getByText(/^In June, your bill adds or takes off/u)).toBeDefined()
    await user.click(shown.getByRole('button', { name: 'Sign Up' }))
    expect(await screen.findByText('Your account is now on Average Billing.')).toBeDefined()
    expect(sent(lineOf('100100101')).map(bodyOf)).toEqual([
      { action: 'Add', billingType: 'Average', accountNumber: '100100101', estimatedBill: 14_200, settlementMonth: 6 },
    ])
    expect(sent(listLine)).toHaveLength(2)
  })

  it('previews and sends the settlement month that the member chooses', async () => {
    const { user, sent } = await open()
    await user.click(button('Sign Up', standard))
    const shown = await dialog('Sign up for Average Billing')
    await user.selectOptions(shown.getByRole('combobox', { name: /^Settlement month/u }), 'September')
    expect(await shown.findByText(/^In September, /u)).toBeDefined()
    await user.click(shown.getByRole('button', { name: 'Sign Up' }))
    await waitFor(() => expect(sent(lineOf('100100101')).map(bodyOf)).toMatchObject([{ settlementMonth: 9 }]))
    expect(sent(previewOf('100100101'))).toHaveLength(2)
  })

  it('changes the settlement month of an enrollment with action Edit', async () => {
    const { user, sent } = await open()
    await user.click(button('Next 12 bills', average))
    const shown = await dialog('Your next 12 bills')
    expect(shown.getByRole('button', { name: 'Save settlement month' }).getAttribute('aria-disabled')).toBe('true')
    await user.selectOptions(shown.getByRole('combobox', { name: /^Settlement month/u }), 'January')
    await user.click(shown.getByRole('button', { name: 'Save settlement month' }))
    await waitFor(() =>
      expect(sent(lineOf('100100102')).map(bodyOf)).toEqual([
        {
          action: 'Edit',
          billingType: 'Average',
          accountNumber: '100100102',
          estimatedBill: 14_200,
          settlementMonth: 1,
        },
      ]),
    )
  })

  it('removes an account with action Edit, and clears its estimate [AB-02, AB-10, AB-11]', async () => {
    const { user, sent } = await open({ accounts: [average] })
    expect(screen.getByText('$142.00')).toBeDefined()
    await user.click(button('Remove', average))
    await user.click((await dialog('Remove Average Billing?')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Saved.')).toBeDefined()
    expect(sent(lineOf('100100102')).map(bodyOf)).toEqual([
      {
        action: 'Edit',
        billingType: 'Standard',
        accountNumber: '100100102',
        estimatedBill: null,
        settlementMonth: null,
      },
    ])
    expect(screen.queryByText('$142.00')).toBeNull()
  })

  it('keeps the dialog and says why when the change is refused', async () => {
    const message = 'Our estimate for this account has changed. Review the new estimate and try again.'
    const { user } = await open({ answer: aProblem(400, message, [{ code: 'estimate-changed', message }]) })
    await user.click(button('Sign Up', standard))
    const shown = await dialog('Sign up for Average Billing')
    await user.click(shown.getByRole('button', { name: 'Sign Up' }))
    expect((await shown.findByRole('alert')).textContent).toContain(message)
  })

  it('asks for the password above its dialog when the proof is old, and then signs up [REQ-D-463]', async () => {
    const answers: unknown[] = [proofWanted(), { message: 'Your account is now on Average Billing.' }]
    const { user, sent } = await open({ answer: () => answers.shift() })
    await user.click(button('Sign Up', standard))
    const signUp = await dialog('Sign up for Average Billing')
    await user.click(signUp.getByRole('button', { name: 'Sign Up' }))
    const proof = await dialog('Confirm your identity')
    await user.type(proof.getByLabelText('Password'), 'Blue-Lantern7{Enter}')
    expect(await screen.findByText('Your account is now on Average Billing.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(lineOf('100100101'))).toHaveLength(2)
  })

  it('says what was saved after its dialog was closed, and leaves another dialog open', async () => {
    const answer = Promise.withResolvers<unknown>()
    const { user } = await open({ answer: answer.promise })
    await user.click(button('Remove', average))
    const first = await dialog('Remove Average Billing?')
    await user.click(first.getByRole('button', { name: 'Remove' }))
    await user.click(first.getByText('Cancel'))
    await user.click(button('Sign Up', standard))
    answer.resolve({ message: 'Removed.' })
    expect(await screen.findByText('Removed.')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Sign up for Average Billing' })).toBeDefined()
  })

  it('shows the next bills of an account that is not eligible, without a way to save', async () => {
    const { user } = await open({ preview: null })
    await user.click(button('Next 12 bills', budget))
    const shown = await dialog('Your next 12 bills')
    expect(await shown.findByText(/^We need 12 monthly bills in a row/u)).toBeDefined()
    expect(shown.queryByRole('button', { name: 'Save settlement month' })).toBeNull()
  })
})

describe('several accounts', () => {
  it('offers checkboxes under the two filters only, and none for Budget accounts [AB-07, AB-15, AB-16]', async () => {
    const { user } = await open()
    expect(checkbox(standard)).toBeNull()
    expect(screen.queryByRole('button', { name: /Selected$/u })).toBeNull()
    await user.selectOptions(filter(), 'Non-Average Billing')
    expect([checkbox(standard) === null, checkbox(budget) === null]).toEqual([false, true])
    expect(screen.getByRole('button', { name: 'Sign Up Selected' }).getAttribute('aria-disabled')).toBe('true')
    await user.selectOptions(filter(), 'Average Billing')
    expect(checkbox(average)).not.toBeNull()
    expect(screen.getByRole('button', { name: 'Remove Selected' })).toBeDefined()
  })

  it('sends several accounts in one call, and names each refused account with its reason [AB-19]', async () => {
    const second = { ...standard, accountNumber: '100100105', estimatedAmount: null, defaultSettlementMonth: 9 }
    const { user, sent } = await open({
      accounts: [standard, second],
      answer: {
        results: [
          { accountNumber: '100100101', isUpdated: true, message: 'ok' },
          { accountNumber: '100100105', isUpdated: false, message: 'Your account is past due.' },
        ],
      },
    })
    await user.selectOptions(filter(), 'Non-Average Billing')
    await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
    await user.click(screen.getByRole('button', { name: 'Sign Up Selected' }))
    const shown = await dialog('Sign up the selected accounts?')
    await user.click(shown.getByRole('button', { name: 'Sign Up Selected' }))
    expect(await screen.findByText('1 account was updated.')).toBeDefined()
    expect(screen.getByText('100100105: Your account is past due.')).toBeDefined()
    expect(sent(allLine).map(bodyOf)).toEqual([
      {
        items: [
          {
            action: 'Add',
            billingType: 'Average',
            accountNumber: '100100101',
            estimatedBill: 14_200,
            settlementMonth: 6,
          },
          {
            action: 'Add',
            billingType: 'Average',
            accountNumber: '100100105',
            estimatedBill: null,
            settlementMonth: 9,
          },
        ],
      },
    ])
    expect(sent(listLine)).toHaveLength(2)
  })
})
