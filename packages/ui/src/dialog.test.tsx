import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

function Page({ blockOutsideClick = false }: { readonly blockOutsideClick?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        title="Recent payment"
        closeLabel="Close"
        onClose={() => setOpen(false)}
        blockOutsideClick={blockOutsideClick}
        footer={<Button onClick={() => setOpen(false)}>Continue</Button>}
      >
        Would you like to proceed?
      </Dialog>
    </>
  )
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  return screen.getByRole<HTMLDialogElement>('dialog', { name: 'Recent payment' })
}

test('opens in front of the page with the focus inside, and gives it back when it closes', async () => {
  render(<Page />)
  const dialog = await openDialog()
  expect(dialog.open).toBe(true)
  expect(dialog.contains(document.activeElement)).toBe(true)

  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

test('Escape and the cross ask to close', async () => {
  render(<Page />)
  const dialog = await openDialog()
  // What a browser sends for Escape.
  const cancel = createEvent('cancel', dialog, { cancelable: true })
  fireEvent(dialog, cancel)
  expect(cancel.defaultPrevented).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()

  await openDialog()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a press outside closes, a press inside does not', async () => {
  render(<Page />)
  const dialog = await openDialog()
  fireEvent.click(screen.getByText('Would you like to proceed?'), { clientX: 900, clientY: 900 })
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.click(dialog, { clientX: 900, clientY: 900 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the second half of a double press on what opened it neither closes nor answers it', async () => {
  render(<Page />)
  const dialog = await openDialog()
  const secondHalf = { detail: 2, clientX: 900, clientY: 900 }
  for (const target of [dialog, screen.getByRole('button', { name: 'Continue' })]) {
    fireEvent.mouseDown(target, secondHalf)
    fireEvent.click(target, secondHalf)
    expect(screen.queryByRole('dialog')).not.toBeNull()
  }
  await userEvent.dblClick(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a dialog that must be answered stays when pressed outside', async () => {
  render(<Page blockOutsideClick />)
  const dialog = await openDialog()
  fireEvent.click(dialog, { clientX: 900, clientY: 900 })
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test('a form in a dialog starts in its first control', () => {
  render(
    <Dialog open title="Phone" closeLabel="Close" onClose={() => undefined}>
      <label>
        Number
        <input />
      </label>
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Number' }))
})
