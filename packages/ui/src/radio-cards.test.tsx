import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RadioCards } from './radio-cards.tsx'

const options = [
  { value: 'card', title: 'Card', description: 'Visa, MasterCard' },
  { value: 'bank', title: 'Bank account', disabledReason: 'ECheck Payment Restricted.' },
  { value: 'cash', title: 'Cash', tip: { label: 'About cash', text: 'At any office.' } },
]

test('pressing the label of a choice selects it, and the form receives its value', async () => {
  const heard: string[] = []
  render(
    <RadioCards
      legend="How to pay"
      name="method"
      options={options}
      onChange={(event) => heard.push(event.currentTarget.value)}
    />,
  )
  expect(screen.getByRole('group', { name: 'How to pay' })).toBeTruthy()
  await userEvent.click(screen.getByText('Card'))
  expect(heard).toEqual(['card'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Card' }).checked).toBe(true)
})

test('an unavailable choice is shown with its reason and cannot be made', async () => {
  render(<RadioCards legend="How to pay" name="method" options={options} defaultValue="card" />)
  const bank = screen.getByRole<HTMLInputElement>('radio', { name: 'Bank account' })
  expect(document.getElementById(bank.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'ECheck Payment Restricted.',
  )
  await userEvent.click(screen.getByText('Bank account'))
  expect(bank.checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Card' }).checked).toBe(true)
})

test('asking for more about a choice does not make it', async () => {
  render(<RadioCards legend="How to pay" name="method" options={options} />)
  await userEvent.click(screen.getByRole('button', { name: 'About cash' }))
  expect(screen.getByRole('button', { name: 'About cash' }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cash' }).checked).toBe(false)
})

test('a page that keeps the choice itself decides what is chosen', () => {
  render(<RadioCards legend="How to pay" name="method" options={options} value="cash" />)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cash' }).checked).toBe(true)
})
