import { TextField } from '@coopline/ui/text-field'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '../call/call-failed.ts'
import { PortalForm } from './portal.form.tsx'
import { loadTexts } from '../text/text-store.ts'
import { LanguageProvider } from '../text/text.tsx'
import { useRuleForm } from './use-rule-form.ts'

const fields = ['street', 'city'] as const
type Place = Readonly<Record<(typeof fields)[number], string>>
const check = (place: Place) => fields.filter((field) => place[field].length < 3).map((field) => ({ field }))
const tooShort = ({ field }: { readonly field: string }) => `Enter a longer ${field}.`

interface PlaceFormProps {
  readonly firstCheck?: 'submit'
  /** Each submit stays under way. */
  readonly isSlow?: boolean
  /** The server's error for each submit. */
  readonly error?: unknown
}

const onSubmit = vi.fn<(place: Place) => void>()
beforeEach(async () => {
  onSubmit.mockClear()
  await loadTexts('en', 'shell')
})

function PlaceForm({ firstCheck, isSlow = false, error }: PlaceFormProps) {
  const [isSent, setIsSent] = useState(false)
  const form = useRuleForm(check, tooShort, {
    start: { street: '', city: '' },
    onSubmit: (place) => {
      onSubmit(place)
      setIsSent(true)
    },
    error: isSent ? error : null,
    fields,
    fieldByCode: { 'unknown-city': 'city' },
    ...(firstCheck && { firstCheck }),
  })
  return (
    <PortalForm
      form={form}
      busy={isSent && isSlow}
      error={form.failure}
      submit={{ label: 'Save', busyLabel: 'Saving…' }}
    >
      <TextField {...form.text('street')} label="Street" />
      <TextField {...form.text('city')} label="City" />
    </PortalForm>
  )
}

function open(props: PlaceFormProps = {}) {
  render(
    <LanguageProvider initial="en">
      <PlaceForm {...props} />
    </LanguageProvider>,
  )
  return userEvent.setup()
}

async function send(user: ReturnType<typeof open>): Promise<void> {
  await user.type(field('Street'), 'Elm')
  await user.type(field('City'), 'Rice{Enter}')
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const errorAt = (name: string) => {
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join()
}
const isMarked = (name: string) => field(name).getAttribute('aria-invalid') === 'true'
const save = () => screen.getByRole('button', { name: /Sav/u })
const summary = () => {
  const box = screen.queryByRole('alert', { name: 'There is a problem' })
  return (
    box &&
    within(box)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent)
  )
}
const refusal = (...errors: CallFailed['errors']) => new CallFailed(400, '', { message: 'It was refused.', errors })

test('a field shows its problem when it loses the focus, and not while the member first types', async () => {
  const user = open()
  await user.type(field('Street'), 'E')
  expect(isMarked('Street')).toBe(false)
  await user.tab()
  expect(errorAt('Street')).toBe('Enter a longer street.')
  expect(isMarked('City')).toBe(false)
  expect(summary()).toBeNull()
})

test('a form that is first checked on submit shows no problem before', async () => {
  const user = open({ firstCheck: 'submit' })
  await user.type(field('Street'), 'E')
  await user.tab()
  expect(isMarked('Street')).toBe(false)
  await user.click(save())
  expect(errorAt('Street')).toBe('Enter a longer street.')
})

test('submit shows every problem, lists them, and sends nothing', async () => {
  const user = open()
  await user.click(save())
  expect([errorAt('Street'), errorAt('City')]).toEqual(['Enter a longer street.', 'Enter a longer city.'])
  expect(summary()).toEqual(['Enter a longer street.', 'Enter a longer city.'])
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a refused submit focuses the first field with a problem, each time', async () => {
  const user = open()
  await user.type(field('Street'), 'Elm')
  for (const _time of [1, 2]) {
    await user.click(save())
    expect(document.activeElement).toBe(field('City'))
  }
})

test('a corrected field loses its problem while the member types, and the summary keeps what was refused', async () => {
  const user = open()
  await user.click(save())
  await user.type(field('Street'), 'El')
  expect(isMarked('Street')).toBe(true)
  await user.type(field('Street'), 'm')
  expect(isMarked('Street')).toBe(false)
  expect(isMarked('City')).toBe(true)
  expect(summary()).toEqual(['Enter a longer street.', 'Enter a longer city.'])
})

test('values without a problem are sent as typed, and the summary closes', async () => {
  const user = open()
  await user.click(save())
  await send(user)
  expect(onSubmit.mock.calls).toEqual([[{ street: 'Elm', city: 'Rice' }]])
  expect(summary()).toBeNull()
})

test('a busy form sends nothing a second time, by press or by Enter', async () => {
  const user = open({ isSlow: true })
  await send(user)
  await user.click(save())
  await user.type(field('City'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('a form that is not busy is sent again', async () => {
  const user = open()
  await send(user)
  await user.click(save())
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

const unknownStreet = { code: 'unknown-street', field: 'street', message: 'We know no such street.' }

test("the server's refusals show at their fields, by name or by code, and the first gets the focus", async () => {
  const user = open({ error: refusal({ code: 'unknown-city', message: 'We know no such city.' }, unknownStreet) })
  await send(user)
  expect([errorAt('Street'), errorAt('City')]).toEqual(['We know no such street.', 'We know no such city.'])
  expect(summary()).toEqual(['We know no such street.', 'We know no such city.'])
  expect(document.activeElement).toBe(field('Street'))
  await user.type(field('Street'), ' Rd')
  expect([isMarked('Street'), isMarked('City')]).toEqual([false, true])
})

test('a refusal that is not only about fields shows above the form', async () => {
  const user = open({ error: refusal({ code: 'closed', message: 'The office is closed.' }, unknownStreet) })
  await send(user)
  expect(screen.getByRole('alert').textContent).toBe('The office is closed.')
  expect(isMarked('Street')).toBe(false)
  expect(summary()).toBeNull()
})
