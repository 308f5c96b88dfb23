import type { ServiceOrderRow } from '@coopline/contract/service/service-requests/service-requests.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSite, type SiteChanges } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, loginLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { theirAccount, theMember } from '../../../test-support/their-account.ts'

const account = theirAccount.toListed().accountNumber
const typesLine = `GET /v2/applicationforservice/serviceordertypes/${account}`
const listLine = `GET /v2/applicationforservice/getserviceorders/${account}`
const submitLine = 'POST /v2/applicationforservice/processserviceorder'
const settingsLine = 'GET /v3/site/ats-config-settings'

const settings = (requires: 'Y' | 'N', days = '30') => ({
  results: [
    { key: 'timeZone', value: 'America/Chicago' },
    { key: 'DISC_SO_MAX_REQ_DAYS', value: days },
    { key: 'DISC_SO_REQUIRE_FORWARDING_ADDR', value: requires },
  ],
})
const types = {
  results: [
    { workTypeID: '1', description: 'Start service' },
    { workTypeID: '2', description: 'Stop service' },
  ],
}
const orders = (count: number): { results: ServiceOrderRow[] } => ({
  results: Array.from({ length: count }, (_one, place) => ({
    description: `Order ${place + 1}`,
    creation: calendarDate('2026-11-02'),
    soNumber: `SO-${place + 1}`,
    reviewed: 'Completed',
    isImported: true,
  })),
})

beforeEach(() => void vi.setSystemTime(new Date('2026-11-20T15:00:00Z')))
afterEach(() => void vi.useRealTimers())

interface Opening {
  readonly settings?: SiteChanges['settings']
  readonly path?: string
  readonly answers?: Answers
  readonly requires?: 'Y' | 'N'
  readonly language?: 'en' | 'es'
  readonly features?: readonly string[]
}

const open = async ({
  path = '/service-requests',
  answers = {},
  requires = 'Y',
  settings: changes = {},
  ...more
}: Opening = {}) =>
  renderPortal({
    path,
    site: aSite({ features: [...(more.features ?? ['OnlineServiceOrder'])], settings: changes }),
    session: storedMember,
    visits: ['/service-requests', '/accountoverview', '/login'],
    ...(more.language && { language: more.language }),
    answers: {
      [accountsLine]: theirAccounts(),
      [typesLine]: types,
      [listLine]: orders(0),
      [settingsLine]: settings(requires),
      [submitLine]: { message: 'We received your request. Your request number is P-1.' },
      ...answers,
    },
  })

type Opened = Awaited<ReturnType<typeof open>>
const type = () => screen.findByLabelText<HTMLSelectElement>('Service type')
const comments = () => screen.getByLabelText<HTMLTextAreaElement>(/^Comments/u)
const submit = async ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Submit request' }))
const sent = ({ calls }: Opened) =>
  calls.filter(({ line }) => line === submitLine).map(({ init }) => JSON.parse(init.body as string) as object)

const fillAddress = async ({ user }: Opened, zip = '83814-1234') => {
  await user.click(screen.getByRole('button', { name: 'Add forwarding address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forwarding address' }))
  await user.type(dialog.getByLabelText('Street number'), '12')
  await user.type(dialog.getByLabelText('Street name'), 'Elm')
  await user.type(dialog.getByLabelText('City'), 'Coeur d')
  await user.selectOptions(dialog.getByLabelText('State'), 'ID')
  await user.type(dialog.getByLabelText('Zip code'), zip)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
}

test('has a form with service type, phone and comments above the list [SR-03, SR-07, SR-08]', async () => {
  await open({ answers: { [listLine]: orders(1) } })
  expect([...(await type()).options].map(({ text }) => text)).toEqual([
    'Choose a service',
    'Start service',
    'Stop service',
  ])
  const form = screen.getByRole('region', { name: 'Request service' })
  const list = await screen.findByRole('region', { name: 'Past requests' })
  expect(within(form).getByLabelText('Phone number')).toBeDefined()
  expect(form.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('sends comments and the phone as digits [SR-09, SR-45]', async () => {
  const portal = await open()
  await portal.user.selectOptions(await type(), 'Start service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await portal.user.type(comments(), 'Gate is open.')
  await submit(portal)
  await screen.findByText('We received your request. Your request number is P-1.')
  expect(sent(portal)).toEqual([
    { accountNumber: account, workType: '1', comments: 'Gate is open.', phone: '7155550100' },
  ])
})

test('keeps what is typed while a request is sent', async () => {
  const answer = Promise.withResolvers<object>()
  const portal = await open({ answers: { [submitLine]: answer.promise } })
  await portal.user.selectOptions(await type(), 'Start service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await submit(portal)
  await portal.user.type(comments(), 'Gate is open.')
  answer.resolve({ message: 'We received your request. Your request number is P-1.' })
  await screen.findByText('We received your request. Your request number is P-1.')
  expect(comments().value).toBe('Gate is open.')
  expect((await type()).value).toBe('')
  expect((await type()).getAttribute('aria-invalid')).not.toBe('true')
})

test('has the documented title [RU-13, RT-51]', async () => {
  await open()
  await type()
  expect(document.title).toBe('Service Requests')
})

test('redirects a visitor to sign in [RU-14, RT-51]', async () => {
  const { address } = await renderPortal({ path: '/service-requests', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fservice-requests')
})

test('/pages/service-requests redirects to /service-requests and keeps the query [RT-13, RU-35]', async () => {
  const { address } = await open({ path: '/pages/service-requests?x=1' })
  await type()
  expect(address()).toBe('/service-requests?x=1')
})

test('switches to the account in the URL and removes it from the URL [SR-04, SR-05]', async () => {
  const other = '000100200301'
  const { address } = await open({
    path: `/service-requests?accountno=${other}`,
    answers: {
      [accountsLine]: theirAccounts(theirAccount.toListed({ accountNumber: other }), theirAccount.toListed()),
      [typesLine.replace(account, other)]: types,
      [listLine.replace(account, other)]: orders(1),
    },
  })
  expect(await screen.findByText('Order 1')).toBeDefined()
  expect(address()).toBe('/service-requests')
})

test('lists services, date, number and review status, five per page [SR-13, SR-14, SR-18]', async () => {
  await open({ answers: { [listLine]: orders(7) } })
  const table = within(await screen.findByRole('table', { name: 'Past requests' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows.slice(0, 2)).toEqual([
    ['Services', 'Requested', 'Requested Number', 'Review Status'],
    ['Order 1', '11/02/2026', 'SO-1', 'Completed'],
  ])
  expect(rows).toHaveLength(1 + 5)
})

test('uses the documented headings for number and status [SR-15, SR-16]', async () => {
  await open({ answers: { [listLine]: orders(1) } })
  expect(await screen.findByRole('columnheader', { name: 'Requested Number' })).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Review Status' })).toBeDefined()
})

test('shows no table without requests [SR-17]', async () => {
  const { calls } = await open()
  await type()
  await waitFor(() => expect(calls.some(({ line }) => line === listLine)).toBe(true))
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText('Past requests')).toBeNull()
})

test('shows the confirmation, clears the form and reloads the list after a request [SR-06, SR-19, SR-52]', async () => {
  let isSubmitted = false
  const portal = await open({
    answers: {
      [listLine]: () => orders(isSubmitted ? 1 : 0),
      [submitLine]: () => {
        isSubmitted = true
        return { message: 'We received your request. Your request number is P-7.' }
      },
    },
  })
  await portal.user.selectOptions(await type(), 'Start service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await portal.user.type(comments(), 'Soon.')
  await submit(portal)
  expect(await screen.findByText('We received your request. Your request number is P-7.')).toBeDefined()
  expect(await screen.findByText('Order 1')).toBeDefined()
  expect([(await type()).value, comments().value]).toEqual(['', ''])
})

test('says nothing of missing fields beside the confirmation of a request that was sent with Enter [SR-19]', async () => {
  const portal = await open({ answers: { [submitLine]: { message: 'We received your request.' } } })
  await portal.user.selectOptions(await type(), 'Start service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100{Enter}')
  expect(await screen.findByText('We received your request.')).toBeDefined()
  await portal.user.tab()
  expect(screen.queryByText('Phone number is required.')).toBeNull()
  await portal.user.click(screen.getByLabelText('Phone number'))
  await portal.user.tab()
  expect((await screen.findAllByText('Phone number is required.')).length).toBeGreaterThan(0)
})

test('shows the first message of a refusal and keeps the input [SR-48, SR-19]', async () => {
  const errors = [
    { code: 'x', message: 'We need a larger meter there.' },
    { code: 'y', message: 'Second.' },
  ]
  const portal = await open({ answers: { [submitLine]: () => aProblem(400, 'Refused', errors) } })
  await portal.user.selectOptions(await type(), 'Start service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await portal.user.type(comments(), 'Soon.')
  await submit(portal)
  expect(await screen.findByText('We need a larger meter there.')).toBeDefined()
  expect(comments().value).toBe('Soon.')
})

test.each([
  [500, 'Stack', 'We are unable to process your request at this time. Please try again later.'],
  [429, 'Too many requests.', 'Too many requests.'],
])('shows the documented sentence for status %i [SR-49, SR-50]', async (status, message, shown) => {
  const portal = await open({ answers: { [submitLine]: () => aProblem(status, message) } })
  await portal.user.selectOptions(await type(), 'Start service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await submit(portal)
  expect(await screen.findByText(shown)).toBeDefined()
})

test.each([
  ['types', typesLine, types, 'Service type', 'SO-1'],
  ['earlier requests', listLine, orders(1), 'SO-1', 'Service type'],
])('shows an alert where the %s failed to load, until they load [SR-51]', async (_, line, answer, missing, other) => {
  const answers: Record<string, unknown> = { [line]: aProblem(429, 'Please wait.') }
  const { user } = await open({ answers: { [listLine]: orders(1), [line]: () => answers[line] } })
  for (const shown of ['Please wait.', other]) expect(await screen.findByText(shown)).toBeDefined()
  expect(screen.queryByText(missing)).toBeNull()
  answers[line] = answer
  await user.click(within(screen.getByRole('alert')).getByRole('button'))
  expect(await screen.findByText(missing)).toBeDefined()
})

test('sends none of the fields of a move for another type, also when they were filled before [SR-46]', async () => {
  const portal = await open()
  await portal.user.selectOptions(await type(), 'Stop service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await fillAddress(portal)
  await portal.user.type(screen.getByLabelText(/^Landlord’s name/u), 'Pat Ito')
  await portal.user.type(screen.getByLabelText('Requested completion date'), '2026-12-20')
  await portal.user.selectOptions(await type(), 'Start service')
  expect(screen.queryByLabelText(/^Landlord/u)).toBeNull()
  await submit(portal)
  await screen.findByText(/^We received your request/u)
  expect(sent(portal).map((order) => Object.keys(order).sort())).toEqual([
    ['accountNumber', 'comments', 'phone', 'workType'],
  ])
})

test('requires type and phone, and the documented phone format [SR-20, SR-21, SR-22]', async () => {
  const portal = await open()
  await type()
  await submit(portal)
  expect(screen.getAllByText('Service Type is required.').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Phone number is required.').length).toBeGreaterThan(0)
  await portal.user.type(screen.getByLabelText('Phone number'), '715555')
  await submit(portal)
  expect(screen.getAllByText('Invalid phone format. (Ex: (987) 456-1230)').length).toBeGreaterThan(0)
  expect(sent(portal)).toEqual([])
})

test('limits comments to 400 characters, or 340 for a move with an address, with a counter [SR-25, SR-26, SR-27]', async () => {
  const portal = await open()
  await portal.user.selectOptions(await type(), 'Start service')
  expect(screen.getByText('400 characters remaining')).toBeDefined()
  await portal.user.click(comments())
  await portal.user.paste('x'.repeat(350))
  expect(screen.getByText('50 characters remaining')).toBeDefined()
  await portal.user.selectOptions(await type(), 'Stop service')
  expect(screen.getByText('-10 characters remaining')).toBeDefined()
  await submit(portal)
  expect(screen.getAllByText('Comments can have up to 340 characters.').length).toBeGreaterThan(0)
  expect(comments().value).toHaveLength(350)
})

test('sends forwarding address, landlord and date of a move, with the ZIP code as digits [SR-10, SR-11, SR-47]', async () => {
  const portal = await open()
  await portal.user.selectOptions(await type(), 'Stop service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await fillAddress(portal)
  expect(screen.getByText('Coeur d, ID 83814-1234', { exact: false })).toBeDefined()
  await portal.user.type(screen.getByLabelText(/^Landlord’s name/u), 'Pat Ito')
  await portal.user.type(screen.getByLabelText(/^Landlord’s phone number/u), '2085550100')
  await portal.user.type(screen.getByLabelText('Requested completion date'), '2026-12-20')
  await submit(portal)
  await screen.findByText(/^We received your request/u)
  expect(sent(portal)).toEqual([
    {
      accountNumber: account,
      workType: '2',
      comments: '',
      phone: '7155550100',
      streetNumber: '12',
      streetName: 'Elm',
      streetType: '',
      unit: '',
      city: 'Coeur d',
      state: 'ID',
      zip: '838141234',
      landlordname: 'Pat Ito',
      landlordphonenumber: '2085550100',
      requestedCompletionDate: '2026-12-20',
    },
  ])
})

test('refuses a move without its address while the flag is on [SR-28, SR-12]', async () => {
  const portal = await open()
  await portal.user.selectOptions(await type(), 'Stop service')
  expect(screen.getByLabelText('Requested completion date')).toBeDefined()
  await submit(portal)
  expect(screen.getAllByText('Forwarding Address is required.').length).toBeGreaterThan(0)
  expect(sent(portal)).toEqual([])
})

test('makes the address optional and shows landlord and date while the flag is off, and sends what is filled [SR-11, SR-12, SR-46]', async () => {
  const portal = await open({ requires: 'N' })
  await portal.user.selectOptions(await type(), 'Stop service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  expect(screen.getByLabelText(/^Landlord’s phone number/u)).toBeDefined()
  await submit(portal)
  await screen.findByText(/^We received your request/u)
  await portal.user.selectOptions(await type(), 'Stop service')
  await portal.user.type(screen.getByLabelText('Phone number'), '7155550100')
  await portal.user.type(screen.getByLabelText(/^Landlord’s name/u), 'Pat Ito')
  await portal.user.type(screen.getByLabelText(/^Requested completion date/u), '2026-12-20')
  await submit(portal)
  await waitFor(() => expect(sent(portal)).toHaveLength(2))
  const bare = { accountNumber: account, workType: '2', comments: '', phone: '7155550100' }
  expect(sent(portal)).toEqual([bare, { ...bare, landlordname: 'Pat Ito', requestedCompletionDate: '2026-12-20' }])
})

test.each(['2026-11-19', '2026-12-21'])('refuses the completion date %s [SR-43, SR-44]', async (day) => {
  const portal = await open()
  await portal.user.selectOptions(await type(), 'Stop service')
  await portal.user.type(screen.getByLabelText('Requested completion date'), day)
  await submit(portal)
  expect(screen.getAllByText('Invalid date range.').length).toBeGreaterThan(0)
})

test('checks the optional landlord phone when given [SR-23, SR-24]', async () => {
  const portal = await open()
  await portal.user.selectOptions(await type(), 'Stop service')
  const message = 'Invalid phone format. (Ex: (987) 456-1230)'
  await submit(portal)
  expect(screen.queryByText(message)).toBeNull()
  await portal.user.type(screen.getByLabelText(/^Landlord’s phone number/u), '208')
  await submit(portal)
  expect(screen.getAllByText(message).length).toBeGreaterThan(0)
})

const openDialog = async (changes: SiteChanges['settings'] = {}) => {
  const portal = await open({ settings: changes })
  await portal.user.selectOptions(await type(), 'Stop service')
  await portal.user.click(screen.getByRole('button', { name: 'Add forwarding address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forwarding address' }))
  return { ...portal, dialog, save: async () => portal.user.click(dialog.getByRole('button', { name: 'Save' })) }
}

test('names each required field of an empty forwarding address [SR-29, SR-32, SR-36]', async () => {
  const { dialog, save } = await openDialog()
  await save()
  for (const text of ['Street Number is required.', 'Street Name is required.', 'City is required.'])
    expect(dialog.getByText(text)).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
})

test('requires state and ZIP code in a forwarding address [SR-38, SR-39]', async () => {
  const { dialog, save } = await openDialog()
  await save()
  expect(dialog.getByText('State is required.')).toBeDefined()
  expect(dialog.getByText('Zip code is required.')).toBeDefined()
  expect(dialog.getByLabelText('State').tagName).toBe('SELECT')
})

test.each(['1234', '00000', '00000-0000'])('refuses the ZIP code %s [SR-40, SR-41, SR-42]', async (zip) => {
  const { user, dialog, save } = await openDialog()
  await user.type(dialog.getByLabelText('Zip code'), zip)
  await save()
  expect(dialog.getByText('Zip code must be a 5 or 9 digit number(Ex: 98745-4321).')).toBeDefined()
})

test.each([
  ['Street number', 20],
  ['Street name', 40],
  [/^Street type/u, 30],
  [/^Unit/u, 30],
  ['City', 50],
  ['Zip code', 10],
])('limits the address field %s to %i characters [SR-31, SR-33, SR-37]', async (label, most) => {
  const { user, dialog } = await openDialog()
  const field = dialog.getByLabelText<HTMLInputElement>(label)
  await user.click(field)
  await user.paste('1'.repeat(most + 5))
  expect(dialog.getByText(`Use up to ${most} characters.`)).toBeDefined()
  await user.clear(field)
  await user.paste('1'.repeat(most))
  await user.keyboard('1')
  expect(field.value).toHaveLength(most)
})

test('limits street type, unit and city, and accepts only digits in the street number [SR-30, SR-34, SR-35]', async () => {
  const { user, dialog } = await openDialog({ RURAL_ADDRESSES: false })
  const field = dialog.getByLabelText<HTMLInputElement>('Street number')
  await user.type(field, '1a2-b')
  expect(field.value).toBe('12')
  expect(dialog.getByText('Use digits only.')).toBeDefined()
  expect(dialog.getByLabelText<HTMLInputElement>(/^Street type/u).dataset['maxLength']).toBe('30')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Unit/u).dataset['maxLength']).toBe('30')
})

test('a Spanish page says which orders are in English', async () => {
  const own = {
    ...orders(1).results[0],
    soNumber: 'P-7',
    description: 'Iniciar el servicio',
    reviewed: 'Recibida',
    isImported: false,
  }
  const bare = { ...own, soNumber: 'SO-8', description: 'Order 8', reviewed: '', isImported: true }
  await open({ language: 'es', answers: { [listLine]: { results: [...orders(1).results, own, bare] } } })
  const languageOf = (words: string) => screen.getByText(words).closest('[lang]')?.getAttribute('lang')
  await screen.findByText('Order 1')
  expect(['Order 1', 'Completed', 'Iniciar el servicio', 'Recibida'].map(languageOf)).toEqual(['en', 'en', 'es', 'es'])
  // A phone leaves out the line of a cell that is empty.
  expect(screen.getByRole('row', { name: /SO-8/u }).lastElementChild?.innerHTML).toBe('')
})

test('shows every text in Spanish', async () => {
  const { user } = await open({ language: 'es' })
  await user.selectOptions(await screen.findByLabelText('Tipo de servicio'), 'Stop service')
  await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
  expect(screen.getAllByText('La dirección de reenvío es obligatoria.').length).toBeGreaterThan(0)
})

test('redirects to the account overview when neither flag is on [ST-61, CG-20]', async () => {
  const { address, calls } = await open({ features: [] })
  expect(address()).toBe('/accountoverview')
  expect(calls.some(({ line }) => line === typesLine)).toBe(false)
})

/** Types a comment, has the session end at the submit, and signs in as a member. */
const signInAgain = async (memberNumber: string) => {
  const opened = await open({
    answers: {
      [submitLine]: aProblem(401),
      [loginLine]: theMember.toLogin({ accessToken: 'access-2', memberNumber }),
      ...Object.fromEntries(
        [accountsLine, accountsLine.replace('M1001', memberNumber)].map((l) => [l, theirAccounts()]),
      ),
    },
  })
  const { user } = opened
  await user.selectOptions(await type(), '1')
  await user.type(screen.getByLabelText('Phone number'), '2085550147')
  await user.type(comments(), 'By the barn.')
  await submit(opened)
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
  await user.type(screen.getByLabelText('Username'), 'ada.lindqvist')
  await user.type(screen.getByLabelText('Password'), 'Prairie!2026')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  return opened
}

test('text that was typed when the session ended is restored once the member has signed in', async () => {
  await signInAgain('M1001')
  expect((await type()).value).toBe('1')
  expect(comments().value).toBe('By the barn.')
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('(208) 555-0147')
})

test('text that a member typed when the session ended is not shown to another member', async () => {
  await signInAgain('M2002')
  expect((await type()).value).toBe('')
  expect(comments().value).toBe('')
})
