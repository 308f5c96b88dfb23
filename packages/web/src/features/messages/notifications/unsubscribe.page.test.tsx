import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { notifyingSite } from '../../../test-support/open-notifications.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const checkLine = 'POST /v3/unsubscribe/check'
const endLine = 'POST /v3/unsubscribe'
const undoLine = 'POST /v3/unsubscribe/undo'
const about = { topic: 'bill-ready', accountEnding: '0300' } as const

const open = async (answers: Record<string, unknown>, path = '/unsubscribe?token=sealed') => {
  const { user, calls } = await renderPortal({ path, site: notifyingSite(), answers })
  return { user, sent: (line: string) => calls.filter((call) => call.line === line) }
}

test('the link in a mail needs no sign-in, asks for confirmation, and then unsubscribes', async () => {
  const { user, sent } = await open({
    [checkLine]: { ...about, isOn: true, canUndo: false },
    [endLine]: { ...about, isOn: false, canUndo: true },
  })
  expect(await screen.findByText('Stop “Bill ready” emails for the account ending in 0300?')).toBeDefined()
  expect(sent(endLine)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Stop these emails' }))
  expect(
    await screen.findByText('You will no longer get “Bill ready” emails for the account ending in 0300.'),
  ).toBeDefined()
  expect(bodyOf(sent(endLine)[0])).toEqual({ token: 'sealed' })
})

test('the page undoes by the same link what it has just ended, and what one click in a mail program ended [REQ-D-333]', async () => {
  for (const isOn of [true, false]) {
    const { user, sent } = await open({
      [checkLine]: { ...about, isOn, canUndo: !isOn },
      [endLine]: { ...about, isOn: false, canUndo: true },
      [undoLine]: { ...about, isOn: true, canUndo: false },
    })
    if (isOn) await user.click(await screen.findByRole('button', { name: 'Stop these emails' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(
      await screen.findByText('You will still get “Bill ready” emails for the account ending in 0300.'),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(bodyOf(sent(undoLine)[0])).toEqual({ token: 'sealed' })
    cleanup()
  }
})

test('the link says that the member is already unsubscribed when it is opened again', async () => {
  await open({ [checkLine]: { ...about, isOn: false, canUndo: false } })
  expect(await screen.findByText(/You will no longer get “Bill ready” emails/u)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Stop these emails|Undo/u })).toBeNull()
})

test('an invalid link says so and leads to the choices', async () => {
  const sentence = 'This link is not valid or has expired. Sign in to change your notifications.'
  await open({ [checkLine]: aProblem(400, sentence, [{ code: 'link-not-good', message: sentence }]) })
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose your notifications' })).toBeDefined()
})

test('an address without a token asks the service nothing', async () => {
  const { sent } = await open({}, '/unsubscribe')
  expect(await screen.findByText(/This link is not valid/u)).toBeDefined()
  expect(sent(checkLine)).toEqual([])
})
