import { profileFieldMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { checkProfileName } from '@coopline/rules/accounts/account-profile/check-name'
import {
  maxProfileLengths,
  type NameField,
  type ProfileName,
} from '@coopline/rules/accounts/account-profile/profile-fields'
import { TextField } from '@coopline/ui/text-field'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './account-profile.module.css'
import { BlockForm, type BlockFormProps } from './block.form.tsx'

const fields = ['firstName', 'middleName', 'lastName'] as const

const completions: Record<NameField, string> = {
  firstName: 'given-name',
  middleName: 'additional-name',
  lastName: 'family-name',
}

/** First, middle and last name. */
export function NameForm({ profile, error, onSave, ...frame }: BlockFormProps<ProfileName>) {
  const { name: text, edit } = useText('accountProfile')
  const { firstName, middleName, lastName } = profile
  const onFile = { firstName, middleName, lastName }
  const form = useRuleForm((name: ProfileName) => checkProfileName(name, onFile), profileFieldMessage, {
    start: onFile,
    onSubmit: onSave,
    error,
    fields,
  })
  return (
    <BlockForm {...frame} form={form}>
      <div className={styles.fields}>
        {fields.map((field) => (
          <TextField
            key={field}
            {...form.text(field)}
            label={text[field]}
            optionalText={field === 'middleName' ? edit.optional : undefined}
            maxLength={maxProfileLengths[field]}
            autoComplete={completions[field]}
          />
        ))}
      </div>
    </BlockForm>
  )
}
