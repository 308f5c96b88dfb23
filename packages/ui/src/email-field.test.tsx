import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { EmailField } from './email-field.tsx'

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' })

test('a capital becomes a small letter as it is typed', async () => {
  const user = userEvent.setup()
  render(<EmailField label="E-mail" name="email" />)
  await user.type(field(), 'T')
  expect(field().value).toBe('t')
})

test('capitals that are pasted become small letters', async () => {
  const user = userEvent.setup()
  render(<EmailField label="E-mail" name="email" />)
  await user.click(field())
  await user.paste('Tess@Example.ORG')
  expect(field().value).toBe('tess@example.org')
})

test('capitals become small letters when the browser fills the address in', async () => {
  render(<EmailField label="E-mail" name="email" />)
  field().value = 'Tess@Example.org'
  field().dispatchEvent(new Event('input', { bubbles: true }))
  expect(field().value).toBe('tess@example.org')
})

test('phones show the keys of an address and know what to fill in', () => {
  render(<EmailField label="E-mail" name="email" />)
  expect(field().inputMode).toBe('email')
  expect(field().autocomplete).toBe('email')
})
