import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { type ReactNode, useId } from 'react'
import { FailureAlert } from '../call/failure-alert.tsx'
import type { RuleForm } from './use-rule-form.ts'

interface FormDialogProps {
  readonly form: Pick<RuleForm<never>, 'onSubmit' | 'attach'>
  readonly title: string
  readonly cancel: string
  readonly onCancel: () => void
  /** The submit is under way. */
  readonly busy: boolean
  /** The reason that the last submit failed; `null` without a failure. */
  readonly error: unknown
  /** The sentence for it, where the documented one does not fit. */
  readonly errorText?: string | undefined
  readonly submit: {
    readonly label: string
    readonly busyLabel: string
    readonly variant?: 'danger'
    readonly disabledReason?: string | undefined
  }
  /** In the place of the button that cancels. */
  readonly otherButton?: ReactNode
  readonly width?: 400 | 480
  readonly children: ReactNode
}

/** A form of a few fields in a dialog. Its problems are said at the fields, without a summary. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, cancel, onCancel, busy, error, errorText, submit, otherButton, width = 400, children } = props
  const { label, disabledReason, ...button } = submit
  const { attach, onSubmit } = form
  const formId = useId()
  return (
    <Dialog
      open
      title={title}
      closeLabel={cancel}
      onClose={onCancel}
      width={width}
      blockOutsideClick
      footer={
        <>
          {otherButton ?? (
            <Button variant="secondary" onClick={onCancel}>
              {cancel}
            </Button>
          )}
          <Button
            {...button}
            type="submit"
            form={formId}
            busy={busy}
            disabledReason={busy ? undefined : disabledReason}
          >
            {label}
          </Button>
        </>
      }
    >
      <form id={formId} ref={attach} noValidate method="dialog" onSubmit={onSubmit}>
        <Stack>
          <FailureAlert error={error} title={errorText} />
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
