import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Alert } from './alert.tsx'

test('an error interrupts', () => {
  render(<Alert tone="error">Service unavailable.</Alert>)
  expect(screen.getByRole('alert').textContent).toBe('Service unavailable.')
})

test('good news waits its turn', () => {
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
