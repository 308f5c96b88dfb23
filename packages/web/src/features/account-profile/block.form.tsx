import { Button } from '@coopline/ui/button'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { Stack } from '@coopline/ui/stack'
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { keepFocus } from '../../portal/keep-focus.ts'
import { useText } from '../../portal/text.tsx'
import styles from './account-profile.module.css'

interface BlockFormFrameProps {
  readonly summary: readonly { readonly field: string; readonly text: string }[]
  readonly refusals: number
  /** A refusal that is about no field. */
  readonly error: Error | null
  readonly isBusy: boolean
  /** Why nothing can be saved now. */
  readonly obstacle: string | undefined
  readonly onSubmit: (event: SyntheticEvent) => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** What every block's form has around its fields: what is wrong, Save and Cancel. The keyboard starts in its first field. */
export function BlockFormFrame(props: BlockFormFrameProps) {
  const { summary, refusals, error, isBusy, obstacle, onSubmit, onCancel, children } = props
  const { page, edit } = useText('accountProfile')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <Stack>
        <ErrorSummary title={page.problems} problems={summary} submitCount={refusals} />
        <FailureAlert error={error} focusOnMount />
        {children}
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onCancel} onMouseDown={keepFocus}>
            {edit.cancel}
          </Button>
          <Button type="submit" busy={isBusy} busyLabel={edit.saving} disabledReason={obstacle} onMouseDown={keepFocus}>
            {edit.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
