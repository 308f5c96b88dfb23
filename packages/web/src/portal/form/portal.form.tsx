import { Button } from '@coopline/ui/button'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { FailureAlert } from '../call/failure-alert.tsx'
import styles from './portal-form.module.css'
import { useText } from '../text/text.tsx'
import type { RuleForm } from './use-rule-form.ts'

type AnyForm = Pick<RuleForm<never>, 'summary' | 'refusals' | 'goTo' | 'onSubmit' | 'attach'>

interface PortalFormProps {
  readonly form: AnyForm
  /** The submit is under way. */
  readonly busy: boolean
  /** The reason that the last submit failed; `null` without a failure, or where the page says it above the form. */
  readonly error: unknown
  /** The page shows `FormProblems` itself: above tabs that share the form, for example. */
  readonly problemsAbove?: boolean
  readonly submit: {
    readonly label: string
    readonly busyLabel: string
    readonly disabledReason?: string | undefined
    readonly fullWidth?: boolean
    /** Id of the text that screen readers add to the button's name. */
    readonly describedBy?: string
  }
  /** The content before and after the submit button: in a column, in a row, or as the class arranges it. */
  readonly beside?: {
    readonly before?: ReactNode
    readonly after?: ReactNode
    readonly row?: boolean
    readonly className?: string | undefined
  }
  /** The content above the problems. */
  readonly heading?: ReactNode
  readonly gap?: 'large' | 'medium'
  readonly children: ReactNode
}

/** A form with its problems above the fields and the submit button below them. */
export function PortalForm(props: PortalFormProps) {
  const { form, error, problemsAbove = false, heading, gap = 'large', children } = props
  const { attach, onSubmit } = form
  return (
    // `dialog`, so that a frame's form that is submitted before React takes over loads nothing.
    <form ref={attach} noValidate method="dialog" onSubmit={onSubmit}>
      <Stack gap={gap}>
        {heading}
        {!problemsAbove && <FormProblems form={form} error={error} />}
        {children}
        <Buttons {...props} />
      </Stack>
    </form>
  )
}

function Buttons({ busy, submit, beside = {} }: PortalFormProps) {
  const { label, disabledReason, describedBy, ...look } = submit
  const { before, after, row = false, className } = beside
  const buttons = (
    <>
      {before}
      <Button
        {...look}
        type="submit"
        aria-describedby={describedBy}
        busy={busy}
        disabledReason={busy ? undefined : disabledReason}
      >
        {label}
      </Button>
      {after}
    </>
  )
  if (submit.fullWidth === true) return buttons
  if (after === undefined) return <div className={className ?? styles.buttons}>{buttons}</div>
  return (
    <div className={styles.beside}>
      <Stack row={row} gap={row ? 'medium' : 'small'}>
        {buttons}
      </Stack>
    </div>
  )
}

/** Shows the problems of a form, each with a link to its field, or why the submit failed. */
export function FormProblems({ form, error }: Pick<PortalFormProps, 'form' | 'error'>) {
  const { common } = useText('shell')
  return (
    <>
      <FailureAlert error={error} focusOnMount />
      <ErrorSummary title={common.problems} problems={form.summary} submitCount={form.refusals} onGo={form.goTo} />
    </>
  )
}
