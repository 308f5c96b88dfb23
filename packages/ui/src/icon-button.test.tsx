import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { IconButton } from './icon-button.tsx'

test('an icon button has its label as its accessible name and reacts to a click', async () => {
  const onClick = vi.fn<() => void>()
  render(<IconButton icon="print" label="Print" onClick={onClick} />)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('an idle icon button takes focus, is announced as disabled, and does nothing', async () => {
  const onClick = vi.fn<() => void>()
  render(<IconButton icon="chevron-right" label="Next page" idle onClick={onClick} />)
  const button = screen.getByRole('button', { name: 'Next page' })
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(onClick).not.toHaveBeenCalled()
})
