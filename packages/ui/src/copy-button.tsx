import { useState } from 'react'
import { Button } from './button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface CopyButtonProps {
  /** The text for the clipboard. */
  readonly text: string
  /** "Copy key". */
  readonly label: string
  /** Said on the button and to screen readers once it is done: "Copied". */
  readonly copied: string
  /** Said when the browser does not let it: "Please select it and copy it yourself". */
  readonly failed: string
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, copied, failed }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isDone: boolean } | null>(null)
  const shown = outcome?.text === text ? outcome : null
  const copy = async () => setOutcome({ text, isDone: await toClipboard(text) })
  return (
    <>
      <Button
        variant="secondary"
        disabledReason={shown?.isDone === false ? failed : undefined}
        onClick={() => void copy()}
      >
        {shown?.isDone === true ? copied : label}
      </Button>
      <VisuallyHidden live="polite">{shown === null ? '' : shown.isDone ? copied : failed}</VisuallyHidden>
    </>
  )
}

/** The clipboard is there on https and localhost only, and may be refused; then the older way is tried. */
async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return byCommand(text)
  }
}

function byCommand(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  // In the dialog that is open, if any: outside of it nothing can be selected.
  ;(before?.closest('dialog') ?? document.body).append(area)
  area.select()
  try {
    // The only way where there is no clipboard for scripts.
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
