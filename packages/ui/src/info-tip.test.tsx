import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { InfoTip } from './info-tip.tsx'

function showTip() {
  render(<InfoTip label="About the fee">A fee of 2 %.</InfoTip>)
  return { button: screen.getByRole('button', { name: 'About the fee' }), bubble: screen.getByText('A fee of 2 %.') }
}

test('the keyboard opens and closes it, Escape closes it', async () => {
  const { button, bubble } = showTip()
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(button)
  expect(bubble.hidden).toBe(true)
  await user.keyboard('{Enter}')
  expect(bubble.hidden).toBe(false)
  await user.keyboard('{Escape}')
  expect(bubble.hidden).toBe(true)
  await user.keyboard(' ')
  expect(bubble.hidden).toBe(false)
  await user.tab()
  expect(bubble.hidden).toBe(true)
})

test('a mouse opens it by hovering, and its click does not close it again', async () => {
  const { button, bubble } = showTip()
  const user = userEvent.setup()
  await user.hover(button)
  expect(bubble.hidden).toBe(false)
  await user.click(button)
  expect(bubble.hidden).toBe(false)
  await user.unhover(button)
  expect(bubble.hidden).toBe(true)
})

test('a finger opens it and closes it by touching elsewhere', async () => {
  const { button, bubble } = showTip()
  const user = userEvent.setup()
  await user.pointer({ keys: '[TouchA]', target: button })
  expect(bubble.hidden).toBe(false)
  await user.pointer({ keys: '[TouchA]', target: document.body })
  expect(bubble.hidden).toBe(true)
})

test('the words of a tip are the description of its button while it is closed', () => {
  const { button, bubble } = showTip()
  expect(button.getAttribute('aria-describedby')).toBe(bubble.id)
})
