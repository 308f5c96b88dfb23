import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Alert } from './alert.tsx'

test('an error has the role that interrupts a screen reader', () => {
  render(<Alert tone="error">Service unavailable.</Alert>)
  expect(screen.getByRole('alert').textContent).toBe('Service unavailable.')
})

test('a success has the role that does not interrupt a screen reader', () => {
  render(
    <Alert tone="success" title="Payment received">
      Thank you.
    </Alert>,
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Payment received')
})

test('an alert that answers an action takes the focus', () => {
  render(
    <Alert tone="error" focusOnMount>
      No such account.
    </Alert>,
  )
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

/** A search whose answer is a refusal, at once or a moment later. */
function Search({ isLate }: { readonly isLate: boolean }) {
  const [isRefused, setRefused] = useState(false)
  const refuse = () => setRefused(true)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isLate) setTimeout(refuse, 20)
        else refuse()
      }}
    >
      <input aria-label="Search" />
      {isRefused && (
        <Alert tone="error" focusOnMount>
          No such account.
        </Alert>
      )}
    </form>
  )
}

test('the answer to a form sent with Enter takes the focus', async () => {
  render(<Search isLate={false} />)
  await userEvent.type(screen.getByRole('textbox'), 'oak{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

test('a late answer does not take the focus out of the field being typed in', async () => {
  render(<Search isLate />)
  await userEvent.type(screen.getByRole('textbox'), 'oak{Enter}s')
  await screen.findByRole('alert')
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
