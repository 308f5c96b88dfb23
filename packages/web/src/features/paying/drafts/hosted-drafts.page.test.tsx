import { act, cleanup, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  type OpenOptions,
  anAccount,
  box,
  drafted,
  draftsLine,
  field,
  open,
  openSetUp,
  submitButton,
  tab,
} from '../../../test-support/open-drafts.ts'

const initiateLine = 'POST /v3/members/M1001/accounts/100100101/initiate-payment'
const finishLine = 'POST /v3/members/M1001/drafts/finish'
const forwardLine = 'GET /v3/site/contents/hostedForwardMessage'
const handOff = {
  clientId: 'COOP7',
  actionUrl: 'https://pay.example/methods',
  transNo: 'M1',
  applicationId: 'Web',
  merchantId: 'COOP7',
  securityToken: 'v1.k.1.s',
  fields: [
    { name: 'customData', value: 'DRAFT:CREDIT' },
    { name: 'authorizationToken', value: 'v1.k.1.s' },
  ],
}

/** The set-up tab where cards and bank accounts are offered, the form to the provider held back. */
async function openBoth(given: OpenOptions = {}) {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
  const opened = await openSetUp({
    ...given,
    configuration: { allowCreditDraft: true, ...given.configuration },
    answers: { [initiateLine]: handOff, ...given.answers },
  })
  return { ...opened, submit }
}
const way = async (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

it('begins with the default draft type, the card where only the other is allowed [DR-18, DR-19, CG-31]', async () => {
  for (const [defaultDraftType, chosen] of [
    ['BANK', 'Bank account'],
    ['CREDIT', 'Credit or debit card'],
  ] as const) {
    await openBoth({ settings: { defaultDraftType } })
    expect((await way(chosen)).checked).toBe(true)
    cleanup()
  }
  await openBoth({ settings: { defaultDraftType: 'BANK', offered: ['CREDIT'] } })
  expect(await screen.findByRole('button', { name: 'Continue to the payment page' })).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
  cleanup()
  await openBoth({ settings: { defaultDraftType: 'CREDIT', offered: ['BANK'] } })
  expect(await submitButton()).toBeDefined()
})

it.each([
  ['en', 'Draft payments service unavailable, please contact administrator.'],
  ['es', 'El servicio de débitos recurrentes no está disponible. Comuníquese con el administrador.'],
] as const)('asks for nothing where no kind of draft can be set up, in %s [REQ-D-405]', async (language, said) => {
  const { user } = await open({ language, configuration: { allowCreditDraft: true }, settings: { offered: [] } })
  const [, setUp] = await screen.findAllByRole('tab')
  if (setUp === undefined) throw new Error('There is no such tab')
  await user.click(setUp)
  expect(await screen.findByText(said)).toBeDefined()
  const panel = within(screen.getByRole('tabpanel'))
  for (const role of ['textbox', 'combobox', 'checkbox', 'button'] as const)
    expect(panel.queryAllByRole(role)).toEqual([])
})

it('empties the bank form and its errors when the member switches between card and bank [DR-17]', async () => {
  const { user } = await openBoth()
  await user.click(await box(/^100100101/u))
  const typed = [/^Routing number/u, /^Bank account number/u, /^Confirm bank account number/u, /^Bank name/u]
  await user.selectOptions(await field('Account type'), 'Checking')
  for (const label of typed) await user.type(await field(label), '70')
  await user.tab()
  expect(await screen.findByText(/length must be between/u)).toBeDefined()
  await user.click(await way('Credit or debit card'))
  expect(screen.queryByLabelText(/^Bank account number/u)).toBeNull()
  await user.click(await way('Bank account'))
  for (const label of ['Account type', ...typed]) expect(await field(label)).toMatchObject({ value: '' })
  expect(screen.queryByText(/length must be between/u)).toBeNull()
  expect(((await box(/^100100101/u)) as HTMLInputElement).checked).toBe(true)
})

it('disables an account that takes no cards for the card only, and unticks it [DR-25, DR-27]', async () => {
  const { user } = await openBoth({ accounts: [anAccount({ ccEligible: 'N' })] })
  await user.click(await box(/^100100101/u))
  expect(screen.queryByText('Credit Card Payment Restricted.')).toBeNull()
  await user.click(await way('Credit or debit card'))
  const restricted = (await box(/^100100101/u)) as HTMLInputElement
  expect([restricted.disabled, restricted.checked]).toEqual([true, false])
  expect(await screen.findByText('Credit Card Payment Restricted.')).toBeDefined()
})

it('posts a card draft to the provider, with the cooperative’s message meanwhile [DR-33, DR-79, CG-39]', async () => {
  const { user, sent, submit } = await openBoth({ answers: { [forwardLine]: { content: ['Have your card ready.'] } } })
  await user.click(await way('Credit or debit card'))
  await user.click(await box(/^100100101/u))
  await user.click(await box(/^I authorize/u))
  await user.click(await screen.findByRole('button', { name: 'Continue to the payment page' }))
  expect(await screen.findByText('Have your card ready.')).toBeDefined()
  expect(submit).toHaveBeenCalledOnce()
  const form = submit.mock.contexts[0] as HTMLFormElement
  expect([form.method, form.action]).toEqual(['post', handOff.actionUrl])
  expect([...new FormData(form)]).toEqual(handOff.fields.map(({ name, value }) => [name, value]))
  expect(sent(initiateLine).map(({ init }) => (typeof init.body === 'string' ? JSON.parse(init.body) : null))).toEqual([
    {
      accountsToDraft: [
        {
          accountNumber: '100100101',
          action: 'ADD',
          draftMethod: 'WHEN_BILLED',
          draftDay: null,
          draftStartDate: '2026-11-22',
        },
      ],
      paymentType: 'DRAFT',
      draftOption: 'CREDIT',
      amount: 0,
      removeDraft: false,
      authorize: true,
      convenienceFee: { kind: 'percent', value: '2.95', count: 1 },
    },
  ])
})

it('states the fee of a card draft beside its authorization, and lists it', async () => {
  const draft = {
    draftAccountType: 'Card',
    draftAccountNumberMasked: '****1111',
    financialInstitutionName: '',
    draftType: 'WHEN_BILLED',
    draftDay: null,
    convenienceFee: { kind: 'percent', value: '2.95', count: 1 },
  } as const
  const { user } = await openBoth({ accounts: [anAccount(), anAccount({ accountNumber: '100100102', draft })] })
  await user.click(await way('Credit or debit card'))
  expect(await box(/A convenience fee of 2\.95% is added to each payment\.$/u)).toBeDefined()
  await user.click(await way('Bank account'))
  expect(screen.queryByText(/convenience fee/u)).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Accounts' }))
  expect(await screen.findByRole('columnheader', { name: 'Convenience fee' })).toBeDefined()
  expect(screen.getByRole('cell', { name: '2.95%' })).toBeDefined()
})

it('leads to the provider for a bank account too where the cooperative takes no bank numbers itself [DR-33, CG-34]', async () => {
  const { user, bodies, submit } = await openBoth({ settings: { bankDraftByFile: 'N' } })
  expect(screen.queryByLabelText(/^Routing number/u)).toBeNull()
  await user.click(await box(/^100100101/u))
  await user.click(await box(/^I authorize .* from the bank account I enter next/u))
  await user.click(await screen.findByRole('button', { name: 'Continue to the payment page' }))
  expect(await screen.findByText('Taking you to the secure payment page')).toBeDefined()
  expect(submit).toHaveBeenCalledOnce()
  expect(bodies()).toEqual([])
})

it('posts nothing to an address that is not secure', async () => {
  const insecure = { ...handOff, actionUrl: 'ftp://pay.example/methods' }
  const { user, submit } = await openBoth({ answers: { [initiateLine]: insecure } })
  await user.click(await way('Credit or debit card'))
  await user.click(await box(/^100100101/u))
  await user.click(await box(/^I authorize/u))
  await user.click(await screen.findByRole('button', { name: 'Continue to the payment page' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(submit).not.toHaveBeenCalled()
})

it('asks the server what came of the provider’s page, and says so once the list shows it [DR-34]', async () => {
  let isSetUp = false
  const { address, sent } = await open({
    path: '/draft-payments?statuscode=0&encodedParam=pointer',
    answers: {
      [draftsLine]: () => ({ results: [isSetUp ? { ...drafted, accountNumber: '100100101' } : anAccount()] }),
      [finishLine]: () => {
        isSetUp = true
        return { outcome: 'set-up' }
      },
    },
  })
  expect(await screen.findByText('Your draft information has been updated.')).toBeDefined()
  expect(screen.queryByText('No draft')).toBeNull()
  expect(address()).toBe('/draft-payments')
  expect(sent(finishLine).map(({ init }) => init.body)).toEqual(['{"encodedParam":"pointer"}'])
})

it('believes the server and not the address when nothing was set up [DR-34]', async () => {
  await open({
    path: '/draft-payments?statuscode=0&encodedParam=pointer',
    answers: { [finishLine]: { outcome: 'not-set-up' } },
  })
  expect(await screen.findByText('Your draft information could not be updated.')).toBeDefined()
  expect(screen.queryByText('Your draft information has been updated.')).toBeNull()
})

it('stays in the portal when the member has left the tab before the provider’s page is ready', async () => {
  const answer = Promise.withResolvers<object>()
  const { user, submit } = await openBoth({
    accounts: [anAccount(), drafted],
    answers: { [initiateLine]: answer.promise },
  })
  await user.click(await way('Credit or debit card'))
  await user.click(await box(/^100100101/u))
  await user.click(await box(/^I authorize/u))
  await user.click(await screen.findByRole('button', { name: 'Continue to the payment page' }))
  await user.click(await tab('Remove Draft'))
  await user.click(await screen.findByRole('button', { name: 'Remove the draft for account 100100102' }))
  await act(async () => answer.resolve(handOff))
  expect(within(screen.getByRole('dialog', { name: 'Remove draft' })).getByText('Keep draft')).toBeDefined()
  expect(submit).not.toHaveBeenCalled()
})
