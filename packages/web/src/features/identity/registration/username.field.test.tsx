import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { headersOf } from '../../../test-support/open-quick-pay.tsx'
import {
  availabilityLine,
  button,
  field,
  openForm,
  registerLine,
  saidWith,
} from '../../../test-support/open-registration.tsx'

const taken = 'The username has already been registered.'
const free = 'This username is available.'
const username = () => field('Username')
const conflict = aProblem(409, taken, [{ code: 'username-taken', message: taken }])

test('a valid username is looked up when its field loses the focus, and an available one has a green check [RG-50, AP-28]', async () => {
  const { user, sent } = await openForm()
  await user.type(username(), 'tess.hartley')
  expect(sent(availabilityLine('tess.hartley'))).toEqual([])
  await user.tab()
  const verdict = await screen.findByText(free)
  expect(verdict.parentElement?.querySelector('[data-icon="check"]')).not.toBeNull()
  expect(headersOf(sent(availabilityLine('tess.hartley'))[0]).get('Authorization')).toBe('Bearer registration-1')
})

test('a taken username shows an error at the field, and the form is not sent [RG-51]', async () => {
  const { user, sent } = await openForm({ [availabilityLine('ada.lindqvist')]: conflict })
  await user.type(username(), 'ada.lindqvist')
  await user.tab()
  await waitFor(() => expect(saidWith(username()).at(-1)).toBe(taken))
  expect(screen.queryByText(free)).toBeNull()
  await user.click(button('Complete Registration'))
  expect(screen.getByRole('link', { name: taken })).toBeDefined()
  expect(sent(registerLine)).toEqual([])
})

test('another username removes the error [RG-51]', async () => {
  const { user } = await openForm({ [availabilityLine('ada.lindqvist')]: conflict })
  await user.type(username(), 'ada.lindqvist')
  await user.tab()
  await waitFor(() => expect(saidWith(username()).at(-1)).toBe(taken))
  await user.clear(username())
  await user.type(username(), 'tess.hartley')
  await user.tab()
  await screen.findByText(free)
  expect(saidWith(username()).at(-1)).not.toBe(taken)
})

test('an invalid username is refused and not looked up [RG-49, RG-50]', async () => {
  const { user, sent } = await openForm()
  for (const wrong of ['tess5', 'tess!hartley', '.tesshartley', 'tess..hartley']) {
    await user.clear(username())
    await user.type(username(), wrong)
    await user.tab()
    await waitFor(() => expect(saidWith(username()).at(-1)).toBe('Username entry does not meet criteria.'))
    expect(sent(availabilityLine(wrong))).toEqual([])
  }
})

test('a username has at most 60 characters [RG-45]', async () => {
  await openForm()
  expect(username().dataset['maxLength']).toBe('60')
})

test('the same username is looked up once', async () => {
  const { user, sent } = await openForm()
  await user.type(username(), 'tess.hartley')
  await user.tab()
  await screen.findByText(free)
  await user.click(username())
  await user.tab()
  expect(sent(availabilityLine('tess.hartley'))).toHaveLength(1)
})

test('a failed look-up shows an alert and does not mark the name as taken', async () => {
  const { user } = await openForm({ [availabilityLine('tess.hartley')]: aProblem(500) })
  await user.type(username(), 'tess.hartley')
  await user.tab()
  const next = document.activeElement
  expect((await screen.findByRole('alert')).textContent).toContain('We are unable to process your request')
  expect(saidWith(username())).toHaveLength(1)
  expect(next).toBeInstanceOf(HTMLInputElement)
  expect(document.activeElement).toBe(next)
})
