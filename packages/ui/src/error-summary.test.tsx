import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'
import { TextField } from './text-field.tsx'

const problems = [
  { field: 'accountNumber', text: 'Please enter your account number.' },
  { field: 'phone-id', text: 'Please enter last 4 digits of your phone number.' },
]

test('takes the focus when problems appear, and again after the next failed submit', () => {
  const { rerender } = render(<ErrorSummary title="There is a problem" problems={[]} submitCount={0} />)
  expect(screen.queryByRole('alert')).toBeNull()

  rerender(<ErrorSummary title="There is a problem" problems={problems} submitCount={1} />)
  const first = screen.getByRole('alert', { name: 'There is a problem' })
  expect(document.activeElement).toBe(first)

  first.blur()
  rerender(<ErrorSummary title="There is a problem" problems={problems} submitCount={2} />)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

test('does not take the focus out of a field being typed in', async () => {
  const form = (found: typeof problems) => (
    <>
      <ErrorSummary title="There is a problem" problems={found} />
      <TextField label="Account number" name="accountNumber" />
    </>
  )
  const { rerender } = render(form([]))
  const field = screen.getByRole('textbox', { name: 'Account number' })
  await userEvent.type(field, '42')
  rerender(form(problems))
  expect(screen.getByRole('alert')).toBeDefined()
  expect(document.activeElement).toBe(field)
})

test('each problem leads to its control, found by name or by id', async () => {
  render(
    <>
      <ErrorSummary title="There is a problem" problems={problems} />
      <TextField label="Account number" name="accountNumber" />
      <TextField label="Phone" id="phone-id" />
    </>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Please enter your account number.' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Account number' }))
  await userEvent.click(screen.getByRole('link', { name: 'Please enter last 4 digits of your phone number.' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Phone' }))
})
