import { Button } from '@coopline/ui/button'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { FailureAlert } from './failure-alert.tsx'
import { keepFocus } from './keep-focus.ts'
import { useText } from './text.tsx'
import type { RuleForm } from './use-rule-form.ts'

type AnyForm = Pick<RuleForm<never>, 'summary' | 'refusals' | 'goTo' | 'onSubmit' | 'ref'>

interface PortalFormProps {
  readonly form: AnyForm
  /** The submit is under way. */
  readonly busy: boolean
  /** Why the last submit failed; `null` without a failure, or where the page says it above the form. */
  readonly error: unknown
  /** The page shows `FormProblems` itself: above tabs that share the form, for example. */
  readonly problemsAbove?: boolean
  readonly submit: {
    readonly label: string
    readonly busyLabel: string
    readonly disabledReason?: string | undefined
    readonly fullWidth?: boolean
  }
  /** Puts the submit button among others. */
  readonly buttons?: (submit: ReactNode) => ReactNode
  /** What stands above the problems. */
  readonly heading?: ReactNode
  readonly gap?: 'large' | 'medium'
  readonly children: ReactNode
}

/** A form with its problems above the fields and the submit button below them. */
export function PortalForm(props: PortalFormProps) {
  const { form, busy, error, submit, buttons = alone, problemsAbove = false, heading, gap = 'large', children } = props
  const { label, disabledReason, ...button } = submit
  return (
    // `dialog`, so that a frame's form that is submitted before React takes over loads nothing.
    <form ref={form.ref} noValidate method="dialog" onSubmit={form.onSubmit}>
      <Stack gap={gap}>
        {heading}
        {!problemsAbove && <FormProblems form={form} error={error} />}
        {children}
        {buttons(
          <Button
            {...button}
            type="submit"
            busy={busy}
            onMouseDown={keepFocus}
            disabledReason={busy ? undefined : disabledReason}
          >
            {label}
          </Button>,
        )}
      </Stack>
    </form>
  )
}

const alone = (submit: ReactNode) => <div>{submit}</div>

/** What is wrong with a form: each problem with a link to its field, or why the submit failed. */
export function FormProblems({ form, error }: Pick<PortalFormProps, 'form' | 'error'>) {
  const { common } = useText('shell')
  return (
    <>
      <FailureAlert error={error} focusOnMount />
      <ErrorSummary title={common.problems} problems={form.summary} submitCount={form.refusals} onGo={form.goTo} />
    </>
  )
}
