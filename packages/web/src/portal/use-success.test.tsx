import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useSuccess } from './use-success.tsx'

function Page() {
  const { success, succeedWith, clearSuccess } = useSuccess()
  return (
    <>
      {success}
      <button type="button" onClick={() => succeedWith('Saved.')}>
        Save
      </button>
      <button type="button" onClick={clearSuccess}>
        Start
      </button>
    </>
  )
}

test('announces the same sentence again, takes the focus, and is gone once the next action starts', async () => {
  render(<Page />)
  const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))
  expect(screen.queryByRole('status')).toBeNull()
  await press('Save')
  const first = screen.getByRole('status')
  await press('Save')
  const second = screen.getByRole('status')
  expect(second).not.toBe(first)
  expect(document.activeElement?.contains(second)).toBe(true)
  await press('Start')
  expect(screen.queryByRole('status')).toBeNull()
})
