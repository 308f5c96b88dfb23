import { Button } from '@coopline/ui/button'
import { type ReactNode, useEffect } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './account-profile.module.css'
import type { DisplayedProfile } from './update-body.ts'

/** The properties of every block's form. */
export interface BlockFormProps<Value> {
  readonly profile: DisplayedProfile
  readonly isBusy: boolean
  /** The reason that the last save failed. */
  readonly error: Error | null
  /** The reason that nothing can be saved now. */
  readonly obstacle: string | undefined
  readonly onSave: (value: Value) => void
  readonly onCancel: () => void
}

interface BlockFormFrameProps<Values> extends Pick<BlockFormProps<never>, 'isBusy' | 'obstacle' | 'onCancel'> {
  readonly form: RuleForm<Values>
  readonly children: ReactNode
}

/** The frame around the fields of every block's form. The first field takes the focus. */
export function BlockForm<Values>({ form, isBusy, obstacle, onCancel, children }: BlockFormFrameProps<Values>) {
  const { edit } = useText('accountProfile')
  const { focus } = form
  useEffect(() => void focus(), [focus])
  return (
    <PortalForm
      form={form}
      busy={isBusy}
      error={form.failure}
      gap="medium"
      submit={{ label: edit.save, busyLabel: edit.saving, disabledReason: obstacle }}
      beside={{
        before: (
          <Button variant="secondary" onClick={onCancel}>
            {edit.cancel}
          </Button>
        ),
        className: styles.buttons,
      }}
    >
      {children}
    </PortalForm>
  )
}
