import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const account = theirAccount.toListed().accountNumber
const line = `/v3/members/${storedMember.memberNumber}/accounts/${account}/meter-readings`
const [listLine, sendLine] = [`GET ${line}`, `POST ${line}`]
const theirReadings = (changes: object = {}) => ({
  isCollected: true,
  today: '2026-11-20',
  meters: [{ meterNumber: 'W-1', unit: 'Gallons' }],
  readings: [{ id: 7, meterNumber: 'W-1', reading: 4_400, readOn: '2026-10-20', hasPhoto: true }],
  ...changes,
})
const recorded = { isRecorded: true, message: 'We received your reading: 4,512 on 11/20/2026 for meter W-1.' }

const open = async (answers: Answers = {}, language: 'en' | 'es' = 'en') =>
  renderPortal({
    path: '/meter-reading',
    session: storedMember,
    language,
    answers: { [accountsLine]: theirAccounts(), [listLine]: theirReadings(), [sendLine]: recorded, ...answers },
  })
type Opened = Awaited<ReturnType<typeof open>>
const reading = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Reading/u })
const press = async ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Send reading' }))
const sent = ({ calls }: Opened) =>
  calls.filter((call) => call.line === sendLine).map(({ init }) => JSON.parse(init.body as string) as object)
const settle = async () => act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
const body = { meterNumber: 'W-1', reading: '004512', readOn: '2026-11-20', isConfirmed: false }

test('sends digits and date of the only meter, says so and lists the readings again [AO-29]', async () => {
  const opened = await open()
  await opened.user.type(await reading(), '004512')
  await press(opened)
  expect((await screen.findByText(recorded.message)).closest('[tabindex="-1"]')).toBe(document.activeElement)
  expect(sent(opened)).toEqual([body])
  expect((await reading()).value).toBe('')
  await waitFor(() => expect(opened.calls.filter((call) => call.line === listLine)).toHaveLength(2))
  const row = screen.getByRole('row', { name: /10\/20\/2026/u })
  expect(within(row).getByText('4,400 Gallons')).toBeDefined()
})

test('a reading with letters or decimals is not sent, and the field says why', async () => {
  const opened = await open()
  await opened.user.type(await reading(), '45.1')
  await press(opened)
  expect((await reading()).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Enter up to 9 digits. Leave out commas and decimals.').length).toBeGreaterThan(0)
  expect(sent(opened)).toEqual([])
  expect((await reading()).value).toBe('45.1')
})

test('asks about an unusual reading and records it only after confirmation', async () => {
  const question = 'This reading is lower than the last one we have.'
  const answers = [{ isRecorded: false, message: question }, { isRecorded: false, message: question }, recorded]
  const opened = await open({ [sendLine]: () => answers.shift() })
  const ask = async () => {
    await press(opened)
    return within(await screen.findByRole('dialog', { name: 'Is this reading right?' }))
  }
  await opened.user.type(await reading(), '004512')
  const first = await ask()
  expect(first.getByText(question)).toBeDefined()
  await opened.user.click(first.getByText('Change it'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await reading()).value).toBe('004512')
  const second = await ask()
  await opened.user.click(second.getByRole('button', { name: 'Yes, send it' }))
  await screen.findByText(recorded.message)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent(opened)).toEqual([body, body, { ...body, isConfirmed: true }])
})

test('keeps what was typed after “Change it” when the confirmed reading is recorded late', async () => {
  const answer = Promise.withResolvers<object>()
  const answers = [{ isRecorded: false, message: 'First?' }, answer.promise, { isRecorded: false, message: 'Second?' }]
  const opened = await open({ [sendLine]: () => answers.shift() })
  await opened.user.type(await reading(), '004512')
  await press(opened)
  const first = within(await screen.findByRole('dialog'))
  await opened.user.click(first.getByRole('button', { name: 'Yes, send it' }))
  await opened.user.click(first.getByText('Change it'))
  await opened.user.type(await reading(), '9')
  const chosen = new File(['new'], 'new.jpg', { type: 'image/jpeg' })
  const photo = await screen.findByLabelText<HTMLInputElement>(/^Photo of the meter/u)
  await opened.user.upload(photo, chosen)
  await settle()
  await press(opened)
  await screen.findByText('Second?')
  answer.resolve(recorded)
  await screen.findByText(recorded.message)
  expect(within(screen.getByRole('dialog')).getByText('Second?')).toBeDefined()
  await opened.user.click(within(screen.getByRole('dialog')).getByText('Change it'))
  expect((await reading()).value).toBe('0045129')
  expect(photo.isConnected).toBe(true)
  await press(opened)
  expect(sent(opened).at(-1)).toEqual({ ...body, reading: '0045129', photoBase64: btoa('new') })
})

test('asks nothing about a reading that was changed since it was sent', async () => {
  const answer = Promise.withResolvers<object>()
  const opened = await open({ [sendLine]: answer.promise })
  await opened.user.type(await reading(), '004512')
  await press(opened)
  await opened.user.type(await reading(), '9')
  await act(async () =>
    answer.resolve({ isRecorded: false, message: 'This reading is lower than the last one we have.' }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await reading()).value).toBe('0045129')
})

test('does not take the focus out of the field being typed in when the reading is recorded late', async () => {
  const answer = Promise.withResolvers<object>()
  const opened = await open({ [sendLine]: answer.promise })
  await opened.user.type(await reading(), '004512')
  await press(opened)
  await opened.user.type(await reading(), '9')
  answer.resolve(recorded)
  const success = await screen.findByText(recorded.message)
  expect(success.closest('[role="status"]')).not.toBeNull()
  await expect.poll(() => document.activeElement).toBe(await reading())
})

test('sends a chosen photo as it is where the browser cannot draw it, and the next reading without it', async () => {
  const opened = await open()
  const photo = await screen.findByLabelText(/^Photo of the meter/u)
  await opened.user.upload(photo, new File(['meter'], '../../meter.jpg', { type: 'image/jpeg' }))
  await opened.user.type(await reading(), '004512')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send reading' })).toBeDefined())
  await press(opened)
  await screen.findByText(recorded.message)
  expect(sent(opened)).toEqual([{ ...body, photoBase64: btoa('meter') }])
  await opened.user.type(await reading(), '004513')
  await press(opened)
  await waitFor(() => expect(sent(opened)).toHaveLength(2))
  expect(sent(opened)[1]).toEqual({ ...body, reading: '004513' })
})

test('sends the photo that was chosen last, however long the browser takes to draw the one before', async () => {
  const first = Promise.withResolvers<never>()
  const draw = vi
    .fn<() => Promise<never>>()
    .mockReturnValueOnce(first.promise)
    .mockRejectedValue(new Error('Not drawn'))
  vi.stubGlobal('createImageBitmap', draw)
  const opened = await open()
  const photo = await screen.findByLabelText(/^Photo of the meter/u)
  await opened.user.upload(photo, new File(['first'], 'first.jpg', { type: 'image/jpeg' }))
  await opened.user.upload(photo, new File(['second'], 'second.jpg', { type: 'image/jpeg' }))
  await opened.user.type(await reading(), '004512')
  first.reject(new Error('Not drawn'))
  await settle()
  await press(opened)
  await screen.findByText(recorded.message)
  expect(sent(opened)).toEqual([{ ...body, photoBase64: btoa('second') }])
})

test('shows a refusal of the photo at its field, and offers the photo of an earlier reading', async () => {
  const message = 'The photo must be a JPEG or PNG picture.'
  const opened = await open({ [sendLine]: aProblem(400, '', [{ code: 'photo-type', field: 'photoBase64', message }]) })
  await opened.user.type(await reading(), '4512')
  await press(opened)
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  const row = screen.getByRole('row', { name: /10\/20\/2026/u })
  expect(within(row).getByRole('button', { name: 'Download photo of 10/20/2026' })).toBeDefined()
})

test('shows a refusal of the server at its field and keeps the input', async () => {
  const message = 'Choose a date from 10/21/2026 to 11/20/2026.'
  const opened = await open({
    [sendLine]: aProblem(400, '', [{ code: 'date-not-valid', field: 'readOn', message }]),
  })
  await opened.user.type(await reading(), '4512')
  await press(opened)
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  expect((await reading()).value).toBe('4512')
})

test('asks which meter when there are several', async () => {
  const meters = ['W-1', 'W-2'].map((meterNumber) => ({ meterNumber, unit: 'Gallons' }))
  const opened = await open({ [listLine]: theirReadings({ meters }) })
  await opened.user.type(await reading(), '4512')
  await press(opened)
  expect((await screen.findAllByText('Choose a meter.')).length).toBeGreaterThan(0)
  await opened.user.selectOptions(screen.getByLabelText('Meter'), 'W-2')
  await press(opened)
  await screen.findByText(recorded.message)
  expect(sent(opened)).toEqual([{ ...body, meterNumber: 'W-2', reading: '4512' }])
})

test.each([
  [{ isCollected: false, readings: [] }, 'We read the meters of this account. You don’t need to send a reading.'],
  [{ meters: [] }, 'We have no meter on file for this account. Please contact us.'],
])('shows no form with %j [AO-29]', async (changes, sentence) => {
  await open({ [listLine]: theirReadings(changes) })
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send reading' })).toBeNull()
})

test('the page is in Spanish for a Spanish reader', async () => {
  await open({}, 'es')
  expect(await screen.findByRole('button', { name: 'Enviar la lectura' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Lectura del medidor' })).toBeDefined()
  expect(screen.getByLabelText('Lectura (galones)')).toBeDefined()
  expect(screen.getByRole('cell', { name: '4,400 galones' })).toBeDefined()
})
