import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StrengthMeter } from './strength-meter.tsx'

test('the strength is shown in words, which are announced when they change', () => {
  const { rerender } = render(<StrengthMeter strength={null} text="Strength: weak" />)
  expect(screen.queryByText('Strength: weak')).toBeNull()
  rerender(<StrengthMeter strength={1} text="Strength: weak" />)
  expect(screen.getByText('Strength: weak').getAttribute('aria-live')).toBe('polite')
  rerender(<StrengthMeter strength={4} text="Strength: strong" />)
  expect(screen.getByText('Strength: strong')).toBeDefined()
})
