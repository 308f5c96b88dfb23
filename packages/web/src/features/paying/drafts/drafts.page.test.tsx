import { cents } from '@coopline/rules/kernel/money'
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storedAccount } from '../../../portal/session/stored-account.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, theirAccounts } from '../../../test-support/sign-in-answers.ts'

import {
  anAccount,
  banksLine,
  box,
  drafted,
  draftsLine,
  field,
  open,
  openSetUp,
  options,
  settingsLine,
  submitButton,
  tab,
  updateLine,
} from '../../../test-support/open-drafts.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

async function fillBank(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.selectOptions(await field('Account type'), 'Checking')
  await user.type(await field(/^Routing number/u), '091809003')
  await user.type(await field(/^Bank account number/u), '700310552')
  await user.type(await field(/^Confirm bank account number/u), '700310552')
}

it('is served to members at /draft-payments, under its title and with three tabs [DR-01, DR-02, RT-36]', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Draft Setup' })).toBeDefined()
  expect(document.title).toContain('Draft Payments')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Accounts', 'Setup New Draft', 'Remove Draft'])
})

it('has a tab for accounts, for new drafts and to remove drafts [DR-05, DR-06, DR-07]', async () => {
  const { user } = await open()
  expect(await screen.findByRole('table', { name: 'Accounts' })).toBeDefined()
  await user.click(await tab('Setup New Draft'))
  expect(await submitButton()).toBeDefined()
  await user.click(await tab('Remove Draft'))
  expect(await screen.findByRole('button', { name: 'Remove the draft for account 100100102' })).toBeDefined()
})

it('leads a visitor to sign in [RT-36]', async () => {
  const { address } = await renderPortal({ path: '/draft-payments', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fdraft-payments')
})

it('is called EZ Pay Setup where whecEnabled is on [DR-03, CG-28]', async () => {
  await open({ configuration: { whecEnabled: true } })
  expect(await screen.findByRole('heading', { level: 1, name: 'EZ Pay Setup' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'How EZ Pay works' })).toBeDefined()
})

it('says that the service is unavailable where no draft is allowed, and loads nothing [DR-13]', async () => {
  const { sent } = await open({ configuration: { allowBankDraft: false, allowCreditDraft: false } })
  expect(await screen.findByText('Draft payments service unavailable, please contact administrator.')).toBeDefined()
  expect(sent(draftsLine)).toEqual([])
  expect(screen.queryByRole('tab')).toBeNull()
})

it('switches to the account of the address, which loses it, and reports a return with statuscode 0 [DR-08, DR-09, DR-10]', async () => {
  const [first, other] = [theirAccount.toListed(), theirAccount.toListed({ accountNumber: '100100102' })]
  const listed = (query: string) => theirAccounts(...(query.includes('100100102') ? [other, first] : [first, other]))
  const { address } = await open({
    path: '/draft-payments?accountno=100100102&statuscode=0',
    answers: { [accountsLine]: listed },
  })
  expect(await screen.findByText('Your draft information has been updated.')).toBeDefined()
  expect(address()).toBe('/draft-payments')
  await expect.poll(() => storedAccount('M1001')).toBe('100100102')
})

it('removes the status from the address, and reports any other as a failure [DR-11]', async () => {
  const { address } = await open({ path: '/draft-payments?statuscode=7' })
  expect(await screen.findByText('Your draft information could not be updated.')).toBeDefined()
  expect(address()).toBe('/draft-payments')
})

it('opens a dialog of 400 px with the cooperative’s notices from the help link [DR-12, DR-61, CG-38]', async () => {
  const notices = { content: ['We draft at noon.'] }
  const { user } = await open({ answers: { 'GET /v3/site/contents/draftNotices': notices } })
  await user.click(await screen.findByRole('button', { name: 'How drafts work' }))
  const dialog = await screen.findByRole('dialog', { name: 'How drafts work' })
  expect(await within(dialog).findByText('We draft at noon.')).toBeDefined()
  expect(dialog.style.getPropertyValue('--dialog-width')).toBe('400px')
})

it('lists accounts with what they are paid from and when [DR-15, DR-16]', async () => {
  await open()
  const table = within(await screen.findByRole('table', { name: 'Accounts' }))
  expect(table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Account', 'Paid from', 'When'],
    ['100100101Electric · 412 Cedar Street, Eau Claire, WI 54701', 'No draft', '–'],
    [
      '100100102Water · 412 Cedar Street, Eau Claire, WI 54701',
      'Checking account ****4417 Cedar Valley Bank',
      'Day of the month: 15',
    ],
  ])
})

it('shows the empty texts of all three tabs [DR-58, DR-59, EM-02]', async () => {
  const { user } = await open({ accounts: [] })
  expect(await screen.findByText('There are no accounts available...!')).toBeDefined()
  await user.click(await tab('Setup New Draft'))
  expect(await screen.findByText('There are no eligible accounts to be set up for draft.')).toBeDefined()
  await user.click(await tab('Remove Draft'))
  expect(await screen.findByText('There are no accounts available to remove from draft.')).toBeDefined()
})

it('hides the tabs when the settings or the drafts cannot be loaded, and leaves the failure in their place [DR-57, EM-03]', async () => {
  for (const line of [settingsLine, draftsLine]) {
    await open({ answers: { [line]: aProblem(500) } })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.queryByRole('tab')).toBeNull()
    document.body.innerHTML = ''
  }
})

it('opens the panel of a selected account, and of all eligible accounts at once [DR-20, DR-21]', async () => {
  const blocked = anAccount({ accountNumber: '100100103', autopayExists: 'Y' })
  const second = anAccount({ accountNumber: '100100104' })
  const { user } = await openSetUp({ accounts: [anAccount(), second, blocked] })
  const panels = () => screen.queryAllByLabelText(/^Start date/u).length
  const first = await box(/^100100101/u)
  expect(panels()).toBe(0)
  await user.click(first)
  expect(panels()).toBe(1)
  await user.click(first)
  expect(panels()).toBe(0)
  const all = await box('Select all accounts')
  await user.click(all)
  expect(panels()).toBe(2)
  await user.click(all)
  expect(panels()).toBe(0)
})

it('disables an account with AutoPay and one with no-more-checks, and says why [DR-22, DR-28, DR-29]', async () => {
  await openSetUp({
    accounts: [anAccount({ autopayExists: 'Y' }), anAccount({ accountNumber: '100100104', noMoreChecks: 'Y' })],
  })
  for (const name of [/^100100101/u, /^100100104/u]) {
    const input = (await box(name)) as HTMLInputElement
    expect([input.disabled, input.checked]).toEqual([true, false])
  }
  expect(screen.getByText('Account is signed up for AutoPay. Draft is not allowed.')).toBeDefined()
  expect(screen.getByText('ECheck Payment Restricted.')).toBeDefined()
})

it('marks a past-due account, and disables it where the cooperative blocks those [DR-24, DR-30]', async () => {
  const accounts = [anAccount({ pastDueAmount: cents(1) })]
  await openSetUp({ accounts, settings: { blockPastDueDrafts: 'Y' } })
  const input = (await box(/^100100101 - Past Due/u)) as HTMLInputElement
  expect(input.disabled).toBe(true)
})

it('preselects the default option and offers the others [DR-65]', async () => {
  const { user } = await openSetUp()
  await user.click(await box(/^100100101/u))
  const when = (await field(/^When the draft is taken/u)) as HTMLSelectElement
  expect(when.value).toBe('WHEN_BILLED')
  expect([...when.options].map(({ value }) => value)).toEqual(['', ...options.map(({ draftType }) => draftType)])
})

it('fills in the name of the bank, which may be changed [DR-50]', async () => {
  const { user, sent } = await openSetUp()
  await user.type(await field(/^Routing number/u), '091809003')
  const name = (await screen.findByDisplayValue('CEDAR VALLEY BANK')) as HTMLInputElement
  await user.type(name, ' WEST')
  expect(name.value).toBe('CEDAR VALLEY BANK WEST')
  expect(sent(banksLine).map(({ address }) => address)).toEqual([expect.stringContaining('routingNumber=091809003')])
})

it('takes the bank of the routing number that was typed last, though an earlier one is answered later', async () => {
  const [earlier, later] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()]
  const banks = (address: string) => (address.includes('091809003') ? earlier.promise : later.promise)
  const { user } = await openSetUp({ answers: { [banksLine]: banks } })
  const routing = await field(/^Routing number/u)
  await user.type(routing, '091809003')
  await user.clear(routing)
  await user.type(routing, '091000019')
  later.resolve({ results: [{ routingNumber: '091000019', name: 'RIVERBEND BANK' }] })
  await screen.findByDisplayValue('RIVERBEND BANK')
  await act(async () => earlier.resolve({ results: [{ routingNumber: '091809003', name: 'CEDAR VALLEY BANK' }] }))
  expect(screen.getByDisplayValue('RIVERBEND BANK')).toBeDefined()
})

it('refuses a routing number without a bank [DR-48, DR-51]', async () => {
  const { user } = await openSetUp({ answers: { [banksLine]: { results: [] } } })
  await user.type(await field(/^Routing number/u), '091809003')
  await user.tab()
  expect(await screen.findByText('Please enter valid routing number.')).toBeDefined()
})

it('takes at most 18 digits of an account number, and compares its confirmation [DR-43, DR-44, DR-45]', async () => {
  const { user } = await openSetUp()
  const number = (await field(/^Bank account number/u)) as HTMLInputElement
  await user.type(number, '12a34567890123456789')
  expect(number.value).toBe('123456789012345678')
  const confirm = await field(/^Confirm bank account number/u)
  await user.click(confirm)
  await user.tab()
  expect(await screen.findByText('Please confirm your bank account number.')).toBeDefined()
  await user.type(confirm, '1234')
  await user.tab()
  expect(await screen.findByText('Bank account and Confirm bank account number does not match.')).toBeDefined()
})

it('sends nothing while the second entry of the bank account number differs from the first [SEC-50]', async () => {
  const { user, bodies } = await openSetUp()
  await user.click(await box(/^100100101/u))
  await fillBank(user)
  await screen.findByDisplayValue('CEDAR VALLEY BANK')
  await user.click(await box(/^I authorize/u))
  const confirm = await field(/^Confirm bank account number/u)
  await user.type(confirm, '3')
  await user.click(await submitButton())
  const under = { selector: ':not([data-ui="button-reason"])' }
  expect(await screen.findByText('Bank account and Confirm bank account number does not match.', under)).toBeDefined()
  expect(bodies()).toEqual([])
  await user.type(confirm, '{Backspace}')
  await user.click(await submitButton())
  expect(await screen.findByText('Your draft information has been updated.')).toBeDefined()
  expect(bodies()).toHaveLength(1)
})

it('keeps Submit unavailable until an account is selected and nothing is invalid [DR-31, DR-54, DR-53]', async () => {
  const { user, bodies } = await openSetUp()
  await fillBank(user)
  const submit = await submitButton()
  expect(await screen.findByText('Please select an account to add a draft.')).toBeDefined()
  await user.click(submit)
  await user.click(await box(/^100100101/u))
  expect(await screen.findByText('Please check the authorize checkbox to submit your draft.')).toBeDefined()
  await user.click(submit)
  expect(bodies()).toEqual([])
  await user.click(await box(/^I authorize/u))
  expect(submit.getAttribute('aria-disabled')).toBeNull()
})

it('names the first invalid account beside Submit [DR-37, DR-56]', async () => {
  const { user } = await openSetUp({ accounts: [anAccount(), anAccount({ accountNumber: '100100104' })] })
  await user.click(await box('Select all accounts'))
  for (const when of await screen.findAllByLabelText(/^When the draft is taken/u))
    await user.selectOptions(when, 'DAY_OF_MONTH')
  const [first, second] = await screen.findAllByLabelText(/^Day of the month/u)
  await user.type(second as HTMLElement, '30')
  expect(await screen.findByText('Account: 100100101 Day of the Month is required.')).toBeDefined()
  await user.type(first as HTMLElement, '29')
  expect(await screen.findByText('Account: 100100101 Day of the Month must be before 29th')).toBeDefined()
  expect(screen.queryByText(/^Account: 100100104/u)).toBeNull()
  await user.clear(first as HTMLElement)
  await user.type(first as HTMLElement, '28')
  expect(await screen.findByText('Account: 100100104 Day of the Month must be before 29th')).toBeDefined()
})

it('sends the bank draft request, says that it is done, and shows the drafts again [DR-32, DR-66, DR-67]', async () => {
  const { user, bodies, sent } = await openSetUp()
  await user.click(await box(/^100100101/u))
  await fillBank(user)
  await screen.findByDisplayValue('CEDAR VALLEY BANK')
  await user.click(await box(/^I authorize/u))
  await user.click(await submitButton())
  expect(await screen.findByText('Your draft information has been updated.')).toBeDefined()
  expect(bodies()).toEqual([
    {
      memberNumber: 'M1001',
      draftAccounts: [
        {
          accountNumber: '100100101',
          action: 'ADD',
          draftMethod: 'WHEN_BILLED',
          draftDay: null,
          draftStartDate: '2026-11-22',
        },
      ],
      draftType: 'Checking',
      bankAccountNumber: '700310552',
      routingNumber: '091809003',
      bankName: 'CEDAR VALLEY BANK',
      authorize: true,
    },
  ])
  expect((await tab('Accounts')).getAttribute('aria-selected')).toBe('true')
  expect(sent(draftsLine).length).toBeGreaterThan(1)
})

it('shows what the server refuses at the field that it names', async () => {
  const refused = aProblem(400, '', [
    { code: 'routing-not-valid', field: 'routingNumber', message: 'Please enter valid routing number.' },
  ])
  const { user } = await openSetUp({ answers: { [updateLine]: refused } })
  await user.click(await box(/^100100101/u))
  await fillBank(user)
  await screen.findByDisplayValue('CEDAR VALLEY BANK')
  await user.click(await box(/^I authorize/u))
  await user.click(await submitButton())
  expect((await screen.findAllByText('Please enter valid routing number.')).length).toBeGreaterThan(0)
})

it('asks before it removes a draft, in a dialog of 400 px [DR-35, DR-61, DR-68]', async () => {
  const { user, bodies } = await open()
  await user.click(await tab('Remove Draft'))
  const remove = await screen.findByRole('button', { name: 'Remove the draft for account 100100102' })
  await user.click(remove)
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove draft' }))
  expect(dialog.getByText('Are you sure you want to remove the draft for this account?')).toBeDefined()
  await user.click(dialog.getByText('Keep draft'))
  expect(bodies()).toEqual([])
  await user.click(remove)
  const again = await screen.findByRole('dialog', { name: 'Remove draft' })
  expect(again.style.getPropertyValue('--dialog-width')).toBe('400px')
  await user.click(within(again).getByRole('button', { name: 'Remove draft' }))
  expect(await screen.findByText('Your draft information has been updated.')).toBeDefined()
  expect(bodies()).toMatchObject([{ draftAccounts: [{ accountNumber: '100100102', action: 'REMOVE' }] }])
})

it('says that a draft was removed once the list shows it', async () => {
  let isRemoved = false
  const { user } = await open({
    accounts: [],
    answers: {
      [draftsLine]: async () => {
        if (isRemoved) await new Promise((done) => void setTimeout(done, 100))
        return { results: [anAccount(), isRemoved ? { ...drafted, draft: null } : drafted] }
      },
      [updateLine]: () => {
        isRemoved = true
        return { message: 'Your draft information has been updated.' }
      },
    },
  })
  await user.click(await tab('Remove Draft'))
  await user.click(await screen.findByRole('button', { name: 'Remove the draft for account 100100102' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove draft' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove draft' }))
  expect(await screen.findByText('Your draft information has been updated.')).toBeDefined()
  expect(screen.getAllByText('No draft')).toHaveLength(2)
})

async function removeAndKeep(answer: Promise<object>) {
  const other = { ...drafted, accountNumber: '100100103' }
  const { user } = await open({ accounts: [anAccount(), drafted, other], answers: { [updateLine]: answer } })
  await user.click(await tab('Remove Draft'))
  await user.click(await screen.findByRole('button', { name: 'Remove the draft for account 100100102' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove draft' }))
  await user.click(dialog.getByRole('button', { name: 'Remove draft' }))
  await user.click(dialog.getByText('Keep draft'))
  return user
}

it('says that a draft was removed on the tab that is open by then, and keeps what was typed there', async () => {
  const answer = Promise.withResolvers<object>()
  const user = await removeAndKeep(answer.promise)
  await user.click(await tab('Setup New Draft'))
  await user.type(await field(/^Bank account number/u), '7003')
  answer.resolve({ message: 'Your draft information has been updated.' })
  await screen.findByText('Your draft information has been updated.')
  expect((await tab('Setup New Draft')).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByDisplayValue('7003')).toBeDefined()
})

it('leaves the question about another draft open when the first one is removed late', async () => {
  const answer = Promise.withResolvers<object>()
  const user = await removeAndKeep(answer.promise)
  await user.click(screen.getByRole('button', { name: 'Remove the draft for account 100100103' }))
  answer.resolve({ message: 'Your draft information has been updated.' })
  await screen.findByText('Your draft information has been updated.')
  expect(screen.getByRole('dialog', { name: 'Remove draft' })).toBeDefined()
})

it('says that a draft was set up after its tab was left, and leaves the question of another tab open', async () => {
  const answer = Promise.withResolvers<object>()
  const { user } = await openSetUp({ answers: { [updateLine]: answer.promise } })
  await user.click(await box(/^100100101/u))
  await fillBank(user)
  await screen.findByDisplayValue('CEDAR VALLEY BANK')
  await user.click(await box(/^I authorize/u))
  await user.click(await submitButton())
  await user.click(await tab('Remove Draft'))
  await user.click(await screen.findByRole('button', { name: 'Remove the draft for account 100100102' }))
  answer.resolve({ message: 'Your draft information has been updated.' })
  await screen.findByText('Your draft information has been updated.')
  expect(screen.getByRole('dialog', { name: 'Remove draft' })).toBeDefined()
})

it('keeps what is typed while a draft is being set up, but for the account that has its draft by then', async () => {
  const answer = Promise.withResolvers<object>()
  const results = [anAccount(), anAccount({ accountNumber: '100100103' })]
  const { user, bodies } = await openSetUp({
    answers: { [draftsLine]: () => ({ results }), [updateLine]: answer.promise },
  })
  const send = async () => {
    await fillBank(user)
    await screen.findByDisplayValue('CEDAR VALLEY BANK')
    await user.click(await box(/^I authorize/u))
    await user.click(await submitButton())
  }
  await user.click(await box(/^100100101/u))
  await send()
  await user.click(await box(/^100100103/u))
  results[0] = { ...drafted, accountNumber: '100100101' }
  answer.resolve({ message: 'Your draft information has been updated.' })
  await screen.findByText('Your draft information has been updated.')
  await user.click(await tab('Setup New Draft'))
  expect(((await box(/^100100103/u)) as HTMLInputElement).checked).toBe(true)
  await send()
  expect(bodies()[1]).toMatchObject({ draftAccounts: [{ accountNumber: '100100103' }] })
  expect(bodies()[1]?.['draftAccounts']).toHaveLength(1)
})

it('is there in Spanish', async () => {
  await open({ language: 'es' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Configuración de débitos recurrentes' })).toBeDefined()
  expect(await screen.findByText('Cuenta corriente ****4417 Cedar Valley Bank')).toBeDefined()
  expect(screen.getByText(/^Agua · /u)).toBeDefined()
})
