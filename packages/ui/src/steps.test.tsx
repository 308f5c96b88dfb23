import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Steps } from './steps.tsx'

test('the step being done is marked, the ones before it are said to be done', () => {
  render(
    <Steps
      label="Progress"
      steps={['Account', 'Verify', 'Pay']}
      current={1}
      compactText="Step 2 of 3"
      doneText="completed"
    />,
  )
  const steps = screen.getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(steps[0]?.textContent).toBe('Account (completed)')
  expect(steps[1]?.textContent).toBe('2Verify')
  expect(screen.getByText('Step 2 of 3')).toBeTruthy()
})
