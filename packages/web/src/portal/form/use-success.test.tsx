import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { LanguageProvider, useLanguage } from '../text/text.tsx'
import { useSuccess } from './use-success.tsx'

function Page() {
  const { success, succeedWith, clearSuccess } = useSuccess()
  const { chooseLanguage } = useLanguage()
  return (
    <>
      {success}
      <button type="button" onClick={() => succeedWith('Saved.')}>
        Save
      </button>
      <button type="button" onClick={clearSuccess}>
        Start
      </button>
      <button type="button" onClick={() => chooseLanguage('es')}>
        Español
      </button>
    </>
  )
}

const open = () =>
  render(
    <LanguageProvider initial="en">
      <Page />
    </LanguageProvider>,
  )
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('announces the same sentence again, takes the focus, and is gone once the next action starts', async () => {
  open()
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

test('a sentence keeps its language when the page changes to another one, for screen readers', async () => {
  open()
  await press('Save')
  await press('Español')
  await waitFor(() => expect(document.documentElement.lang).toBe('es'))
  expect(screen.getByText('Saved.').closest('[lang]')?.getAttribute('lang')).toBe('en')
  await press('Save')
  await waitFor(() => expect(screen.getByText('Saved.').closest('[lang]')?.getAttribute('lang')).toBe('es'))
  document.documentElement.lang = 'en'
})
