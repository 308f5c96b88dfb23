import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

afterEach(() => vi.restoreAllMocks())

const page = (text = 'ABCD EFGH') => (
  <CopyButton text={text} label="Copy key" copied="Copied" failed="Please copy it yourself." />
)

test('puts the text on the clipboard and says so; another text can be copied again', async () => {
  const user = userEvent.setup()
  const { rerender } = render(page())
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe('ABCD EFGH')
  expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined()

  rerender(page('IJKL'))
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe('IJKL')
})

test('says what to do where the browser does not let it', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  render(page())
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect((await screen.findAllByText('Please copy it yourself.')).length).toBeGreaterThan(0)
  expect(document.querySelector('textarea')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy key' }))
})
