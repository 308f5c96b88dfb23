import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CheckboxField } from './checkbox-field.tsx'

test('pressing the words ticks the box, and hint and error are read with it', async () => {
  render(<CheckboxField label="I agree" hint="Read the terms" error="You must agree." name="agree" />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' })
  await userEvent.click(screen.getByText('I agree'))
  expect(box.checked).toBe(true)
  const described = (box.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['Read the terms', 'You must agree.'])
})
