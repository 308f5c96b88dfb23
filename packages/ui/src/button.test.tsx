import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'

test('a busy button says what it is doing and ignores presses', async () => {
  const pressed = vi.fn<() => void>()
  const { rerender } = render(
    <Button busyLabel="Checking…" onClick={pressed}>
      Continue
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  rerender(
    <Button busy busyLabel="Checking…" onClick={pressed}>
      Continue
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Checking…' }))
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Checking…' }))
})

test('an unavailable button shows why, and Enter in a field does not submit through it', async () => {
  const submitted = vi.fn<() => void>()
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <input aria-label="Amount" />
      <Button type="submit" disabledReason="Card payments are restricted.">
        Pay
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Pay' })
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Card payments are restricted.',
  )
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(screen.getByRole('textbox'), '5{Enter}')
  await userEvent.click(button)
  expect(submitted).not.toHaveBeenCalled()
})

test('a submit button that is ready submits', async () => {
  const submitted = vi.fn<() => void>()
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <Button type="submit">Pay</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
  expect(submitted).toHaveBeenCalledTimes(1)
})

test('a button link is a link to its address', () => {
  render(<ButtonLink href="/quick-pay">Quick Pay</ButtonLink>)
  expect(screen.getByRole('link', { name: 'Quick Pay' }).getAttribute('href')).toBe('/quick-pay')
})
