import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import type { ReactNode } from 'react'

interface CloseDialogProps {
  readonly title: string
  /** The label of the only button, and of the cross. */
  readonly close: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog to read, or one that waits for what it shows: it can only be closed. */
export function CloseDialog({ title, close, onClose, children }: CloseDialogProps) {
  return (
    <Dialog
      open
      title={title}
      closeLabel={close}
      onClose={onClose}
      width={480}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {close}
        </Button>
      }
    >
      {/* A region that scrolls has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label={title} tabIndex={0}>
        {children}
      </section>
    </Dialog>
  )
}
