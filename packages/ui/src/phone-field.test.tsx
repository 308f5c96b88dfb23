import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { PhoneField } from './phone-field.tsx'
import { visibleRefusals, WithRefusals } from './test-refusals.ts'

const heard: string[] = []

function Form() {
  const [value, setValue] = useState('')
  return (
    <PhoneField
      label="Phone"
      value={value}
      onChange={(event) => {
        heard.push(event.target.value)
        setValue(event.target.value)
      }}
    />
  )
}

function open() {
  heard.length = 0
  render(<Form />, { wrapper: WithRefusals })
  return { user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }) }
}

/** Enters text as a browser does: sets the new text and the caret, then dispatches the event. */
const edit = (field: HTMLInputElement, text: string, caret = text.length) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.setSelectionRange(caret, caret)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('formats ten typed digits as (999) 999-9999 and reports the formatted value', async () => {
  const { user, field } = open()
  await user.type(field, '7155550100')
  expect(field.value).toBe('(715) 555-0100')
  expect(heard.at(-1)).toBe('(715) 555-0100')
})

test('does not take an eleventh digit, because the field holds 14 characters, and says so [RG-21]', async () => {
  const { user, field } = open()
  await user.type(field, '71555501009')
  expect(field.value).toBe('(715) 555-0100')
  expect(field.value).toHaveLength(14)
  expect(visibleRefusals()).toEqual(['not-a-phone'])
})

test('letters do nothing, and the field says so until the next digit', async () => {
  const { user, field } = open()
  await user.type(field, '71x')
  expect(field.value).toBe('(71')
  expect(visibleRefusals()).toEqual(['not-a-phone'])
  await user.type(field, '5')
  expect(field.value).toBe('(715')
  expect(visibleRefusals()).toEqual([])
})

test.each(['1-715-555-0123', '+1 715 555 0123', '17155550123'])(
  'typing %s with its country code gives (715) 555-0123, not another number [REQ-D-295]',
  async (typed) => {
    const { user, field } = open()
    await user.type(field, typed)
    expect(field.value).toBe('(715) 555-0123')
    expect(heard.every((value) => value.length <= 14)).toBe(true)
  },
)

test.each(['+44 20 7946 0958', '0044 20 7946 0958', '715 555 01234', '715-555-0123 ext 5'])(
  'the pasted number %s stays whole and is refused [REQ-D-295]',
  async (pasted) => {
    const { user, field } = open()
    await user.click(field)
    await user.paste(pasted)
    expect(field.value).toBe(pasted)
    expect(visibleRefusals()).toEqual(['not-a-phone'])
  },
)

test('deletes the last digit together with the punctuation before it', () => {
  const { field } = open()
  edit(field, '(715) 555-0')
  for (const left of ['(715) 555', '(715) 55', '(715) 5', '(715', '(71', '(7', '']) {
    edit(field, field.value.slice(0, -1))
    expect(field.value).toBe(left)
  }
})

test('formats a number pasted with its country code', async () => {
  const { user, field } = open()
  await user.click(field)
  await user.paste('+1 715-555-0100')
  expect(field.value).toBe('(715) 555-0100')
})

test('a digit typed in the middle leaves the caret behind it', () => {
  const { field } = open()
  edit(field, '(715) 555')
  edit(field, '(7915) 555', 3)
  expect(field.value).toBe('(791) 555-5')
  expect(field.selectionStart).toBe(3)
})
