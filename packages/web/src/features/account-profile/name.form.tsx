import { profileFieldMessage } from '@coopline/rules/account-profile/account-profile.messages'
import { checkProfileName } from '@coopline/rules/account-profile/check-name'
import { maxProfileLengths, type NameField, type ProfileName } from '@coopline/rules/account-profile/profile-fields'
import { TextField } from '@coopline/ui/text-field'
import { useLanguage, useText } from '../../portal/text.tsx'
import styles from './account-profile.module.css'
import { BlockFormFrame } from './block.form.tsx'
import type { ShownProfile } from './update-body.ts'
import { useBlockForm } from './use-block-form.ts'

export interface BlockFormProps<Value> {
  readonly profile: ShownProfile
  readonly isBusy: boolean
  /** Why the last save failed. */
  readonly error: Error | null
  readonly obstacle: string | undefined
  readonly onSave: (value: Value) => void
  readonly onCancel: () => void
}

const fields = ['firstName', 'middleName', 'lastName'] as const

const completions: Record<NameField, string> = {
  firstName: 'given-name',
  middleName: 'additional-name',
  lastName: 'family-name',
}

/** First, middle and last name. */
export function NameForm({ profile, isBusy, error, obstacle, onSave, onCancel }: BlockFormProps<ProfileName>) {
  const { name: text, edit } = useText('accountProfile')
  const { language } = useLanguage()
  const { firstName, middleName, lastName } = profile
  const form = useBlockForm<ProfileName>({
    start: { firstName, middleName, lastName },
    check: (values) =>
      checkProfileName(values).map((problem) => ({
        field: problem.field,
        text: profileFieldMessage(problem, language),
      })),
    fields,
    error,
    onSave,
  })
  return (
    <BlockFormFrame
      summary={form.summary}
      refusals={form.refusals}
      error={form.isRefusedWholly ? error : null}
      isBusy={isBusy}
      obstacle={obstacle}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <div className={styles.fields}>
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            label={text[field]}
            optionalText={field === 'middleName' ? edit.optional : undefined}
            value={form.values[field]}
            onChange={({ target }) => form.change(field, { ...form.values, [field]: target.value })}
            onBlur={() => form.leave(field)}
            maxLength={maxProfileLengths[field]}
            autoComplete={completions[field]}
            error={form.errorOf(field)}
          />
        ))}
      </div>
    </BlockFormFrame>
  )
}
