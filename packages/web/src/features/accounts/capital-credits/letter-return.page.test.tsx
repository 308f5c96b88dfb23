import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { readsOf } from '../../../frame/page-reads.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const returnLine = 'POST /v3/capital-credit-letters/return'
const contentLine = 'GET /v3/site/contents/ccLetterReturnMessage'
const returned = 'Thank you. We received your signed letter.'

const visit = async (answers: Record<string, unknown> = {}) =>
  renderPortal({
    path: '/cc-letterreturn',
    answers: {
      [returnLine]: { message: returned },
      [contentLine]: { key: 'ccLetterReturnMessage', content: [] },
      ...answers,
    },
  })

async function open(answers: Record<string, unknown> = {}) {
  const page = await visit(answers)
  await screen.findByRole('button', { name: 'Return Signed Letter' })
  const submit = async (memberNumber: string, letterId: string) => {
    for (const [name, typed] of [
      ['Member Number', memberNumber],
      ['Letter ID', letterId],
    ] as const)
      if (typed !== '') await page.user.type(field(name), typed)
    await page.user.click(screen.getByRole('button', { name: 'Return Signed Letter' }))
  }
  return { ...page, submit, sent: () => page.calls.filter(({ line }) => line === returnLine) }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const errorAt = (name: string) => {
  const id = field(name).getAttribute('aria-describedby')
  return id === null ? '' : (document.querySelector(`#${CSS.escape(id.split(' ').at(-1) ?? '')}`)?.textContent ?? '')
}

it('opens without signing in, with its title and two fields [RT-58, RU-21, RU-22]', async () => {
  const { address } = await open()
  expect(address()).toBe('/cc-letterreturn')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Capital Credit Letter Return')
  expect(document.title).toContain('Capital Credit Letter Return')
})

it('has Member Number, Letter ID and the button Return Signed Letter [CL-02, CL-03, CL-06]', async () => {
  await open()
  expect([field('Member Number').value, field('Letter ID').value]).toEqual(['', ''])
  expect(screen.getByRole('button', { name: 'Return Signed Letter' })).toBeDefined()
})

it('explains in a dialog where to find both numbers [CL-04, CL-05]', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Where do I find my Member Number and Letter ID?' }))
  expect(within(await screen.findByRole('dialog')).getByText(/^Your Member Number/u).textContent).toBe(
    'Your Member Number and Letter ID can be found on the letter/email you received. If you need additional assistance, please contact us at the phone number listed at the bottom of this page.',
  )
})

it('sends both numbers, shows the server’s message and resets the form [CL-07, CL-08, CL-09]', async () => {
  const { submit, sent } = await open()
  await submit('10001', '0077')
  expect(await screen.findByText(returned)).toBeDefined()
  expect(bodyOf(sent()[0])).toEqual({ memberNumber: '10001', letterId: '0077' })
  expect([field('Member Number').value, field('Letter ID').value]).toEqual(['', ''])
})

it('keeps what is typed while a letter is returned', async () => {
  const answer = Promise.withResolvers<object>()
  const { user, submit } = await open({ [returnLine]: answer.promise })
  await submit('10001', '0077')
  await user.type(field('Letter ID'), '8')
  answer.resolve({ message: returned })
  expect(await screen.findByText(returned)).toBeDefined()
  expect([field('Member Number').value, field('Letter ID').value]).toEqual(['', '00778'])
})

it('shows the server’s error in a red alert and keeps the input [CL-07, CL-10, CL-11]', async () => {
  const message = 'We could not find a letter.'
  const { submit } = await open({ [returnLine]: aProblem(400, message, [{ code: 'letter-unknown', message }]) })
  await submit('10001', '78')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(message)
  expect(alert.closest('[data-tone]')?.getAttribute('data-tone') ?? alert.dataset['tone']).toBe('error')
  expect(field('Letter ID').value).toBe('78')
})

it('requires both numbers and shows errors only after a submit [CL-12, CL-13, CL-20]', async () => {
  const { user, submit, sent } = await open()
  await user.click(field('Member Number'))
  await user.tab()
  expect(screen.queryByText('Member Number is required.')).toBeNull()
  await submit('', '')
  expect(errorAt('Member Number')).toContain('Member Number is required.')
  expect(errorAt('Letter ID')).toContain('Letter ID is required.')
  expect(sent()).toEqual([])
})

it('accepts twelve characters in each field [CL-14, CL-15]', async () => {
  const { user } = await open()
  for (const name of ['Member Number', 'Letter ID']) {
    await user.type(field(name), '1234567890123')
    expect(field(name).value).toBe('123456789012')
  }
})

it.each([
  ['Member Number', ['12a', '77']],
  ['Member Number', ['000', '77']],
])('refuses a %s of %j [CL-16, CL-17]', async (name, [member = '', letter = '']) => {
  const { submit, sent } = await open()
  await submit(member, letter)
  expect(errorAt(name)).toContain('Invalid format.')
  expect(sent()).toEqual([])
})

it.each([['7-7'], ['000']])('refuses the Letter ID %s [CL-18, CL-19]', async (letter) => {
  const { submit, sent } = await open()
  await submit('10001', letter)
  expect(errorAt('Letter ID')).toContain('Invalid format.')
  expect(errorAt('Member Number')).not.toContain('Invalid format.')
  expect(sent()).toEqual([])
})

it('shows the cooperative’s message about letters above the form [CL-21, ST-49]', async () => {
  await open({ [contentLine]: { key: 'ccLetterReturnMessage', content: ['Sign the letter first.'] } })
  const text = await screen.findByText('Sign the letter first.')
  expect(text.compareDocumentPosition(field('Member Number')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('shows the form with the message, or without one that cannot be loaded, so no button moves under a finger', async () => {
  const message = Promise.withResolvers<unknown>()
  await visit({ [contentLine]: async () => message.promise })
  expect(screen.queryByRole('button', { name: 'Return Signed Letter' })).toBeNull()
  message.resolve(aProblem(500, 'No.'))
  expect(await screen.findByRole('button', { name: 'Return Signed Letter' })).toBeDefined()
})

it('reads the message at the address that the served page asks for', async () => {
  const { calls } = await open()
  const addresses = readsOf('/cc-letterreturn', aSite(), 'en').reads?.open
  expect(calls.map(({ address }) => address)).toEqual(addresses)
})
