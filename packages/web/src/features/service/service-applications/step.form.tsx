import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import {
  type ApplicationLimits,
  type ApplicationStep,
  applicationSteps,
  checkApplicationStep,
} from '@coopline/rules/service/service-applications/check-application'
import { applicationMessage } from '@coopline/rules/service/service-applications/service-applications.messages'
import { Button } from '@coopline/ui/button'
import type { ReactNode } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { type RuleForm, useRuleForm } from '../../../portal/form/use-rule-form.ts'

/** Props of a step. `onContinue` and `onSave` save the application; `onContinue` also opens the next step. */
export interface StepProps {
  readonly start: ApplicationForm
  readonly limits: ApplicationLimits
  readonly takesFocus: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly onContinue: (application: ApplicationForm) => void
  readonly onSave: (application: ApplicationForm) => void
  readonly onBack: (application: ApplicationForm) => void
}

/** Form state of one step. Validates when leaving the step, but not when saving for later. */
export function useStepForm(step: ApplicationStep, { start, limits, error, onContinue }: StepProps) {
  return useRuleForm<ApplicationForm, ReturnType<typeof checkApplicationStep>[number]>(
    (values) => checkApplicationStep(values, limits, step),
    applicationMessage,
    { start, error, fields: applicationSteps[step], onSubmit: onContinue },
  )
}

interface StepFormProps {
  readonly props: StepProps
  readonly form: RuleForm<ApplicationForm>
  readonly heading: string
  readonly isFirst?: boolean
  readonly children: ReactNode
}

/** A step with its buttons. */
export function StepForm({ props, form, heading, isFirst = false, children }: StepFormProps) {
  const text = useText('serviceApplications')
  const { busy, takesFocus, onBack, onSave } = props
  return (
    <PortalForm
      form={form}
      busy={busy}
      error={form.failure}
      submit={{ label: text.continue, busyLabel: text.saving }}
      heading={<StepHeading takesFocus={takesFocus}>{heading}</StepHeading>}
      beside={{
        row: true,
        after: (
          <>
            {!isFirst && (
              <Button variant="secondary" onClick={() => onBack(form.values)}>
                {text.back}
              </Button>
            )}
            <Button variant="quiet" busy={busy} busyLabel={text.saving} onClick={() => onSave(form.values)}>
              {text.saveForLater}
            </Button>
          </>
        ),
      }}
    >
      {children}
    </PortalForm>
  )
}
