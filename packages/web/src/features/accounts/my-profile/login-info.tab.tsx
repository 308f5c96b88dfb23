import { maxEmailLength } from '@coopline/rules/identity/email-address/check-email'
import { changesCredentials } from '@coopline/rules/accounts/my-profile/check-profile'
import { maxSecretAnswerLength } from '@coopline/rules/identity/registration/check-registration'
import { maxPasswordLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { EmailField } from '@coopline/ui/email-field'
import { PasswordField } from '@coopline/ui/password-field'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { EmailCodeField } from '../../../portal/form/email-code-field.tsx'
import { NewPasswordFields } from '../../../portal/form/new-password-fields.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { UsernameField } from '../../../portal/form/username-field.tsx'
import styles from './my-profile.module.css'
import { ProfileForm } from './profile.form.tsx'
import type { Profile } from './use-profile.ts'
import { profileMessage } from '@coopline/rules/accounts/my-profile/my-profile.messages'
import { isRemovalBlocked, type StoredPaymentType } from '@coopline/rules/accounts/my-profile/stored-payments'
import { Loaded } from '../../../portal/call/loaded.tsx'

const fieldOf = { Credit: 'removeStoredCreditData', Check: 'removeStoredBankData' } as const

/** Takes away what the cooperative keeps to be paid with, unless an AutoPay or a draft pays with it (MP-18 to MP-20). */
function StoredPayments({ profile }: { readonly profile: Profile }) {
  const { stored: text, loading } = useText('myProfile')
  const { language } = useLanguage()
  const types = (['Credit', 'Check'] as const).filter((type) => profile.details.data?.paymentTypes.includes(type))
  const remove = (type: StoredPaymentType, setups: Parameters<typeof isRemovalBlocked>[1]) => {
    const isBlocked = isRemovalBlocked(type, setups)
    return (
      <CheckboxField
        key={type}
        {...profile.form.flag(fieldOf[type])}
        label={text.remove[type]}
        disabled={isBlocked}
        hint={isBlocked ? profileMessage('active-payment-setup', language) : undefined}
        {...(isBlocked && { error: undefined })}
      />
    )
  }
  return (
    <Card title={text.title}>
      {types.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <Loaded query={profile.setups} loading={loading} height="4rem">
          {({ autopayments }) => <Stack gap="small">{types.map((type) => remove(type, autopayments))}</Stack>}
        </Loaded>
      )}
    </Card>
  )
}

interface TabProps {
  readonly profile: Profile
}

/** Login Info: the login itself, the security question, emails, and what is stored to be paid with. */
export function LoginInfoTab({ profile }: TabProps) {
  return (
    <ProfileForm profile={profile}>
      <div className={styles.parts}>
        <Login profile={profile} />
        <Question profile={profile} />
        <Contact profile={profile} />
        {profile.offer.storedPayments && <StoredPayments profile={profile} />}
      </div>
    </ProfileForm>
  )
}

function Login({ profile: { details, form, username } }: TabProps) {
  const { login: text } = useText('myProfile')
  const { words, showPassword, hidePassword } = useText('newPassword')
  const { allowPasswordPasting } = useSite().settings
  const { data: saved } = details
  const { loginId, userName } = form.values
  const isOther = loginId !== saved?.loginId
  const loginField = form.text('loginId')
  const leaveLogin = () => {
    loginField.onBlur()
    if (isOther) username.check(loginId)
  }
  const needsProof = saved !== undefined && changesCredentials(form.values, saved)
  return (
    <Card title={text.title}>
      <Stack>
        <EmailField
          {...form.text('userName')}
          // The code was sent to the address that was typed before.
          onChange={({ target }) => form.change({ userName: target.value, emailCode: '' }, 'userName')}
          label={text.email}
          maxLength={maxEmailLength}
        />
        <EmailCodeField key={saved?.userName} form={form} />
        <UsernameField
          input={{ ...loginField, onBlur: leaveLogin }}
          verdict={isOther ? username.verdictOf(loginId) : undefined}
          words={text}
        />
        <p className={styles.note}>{text.passwordNote}</p>
        <NewPasswordFields
          password={form.text('password')}
          confirm={form.text('cnfpassword')}
          known={`${loginId} ${userName}`}
        />
        {needsProof && (
          <PasswordField
            {...form.text('currentPassword')}
            label={text.currentPassword}
            hint={text.currentPasswordHint}
            words={{ ...words, showName: showPassword, hideName: hidePassword }}
            allowPaste={allowPasswordPasting}
            maxLength={maxPasswordLength}
            autoComplete="current-password"
          />
        )}
      </Stack>
    </Card>
  )
}

function Question({ profile: { details, form } }: TabProps) {
  const { question: text } = useText('myProfile')
  const saved = details.data
  const isKept =
    saved !== undefined && saved.secretQuestionId !== '' && form.values.securityQuestionId === saved.secretQuestionId
  return (
    <Card title={text.title}>
      <Stack>
        <SelectField
          {...form.text('securityQuestionId')}
          label={text.question}
          placeholder={text.choose}
          options={(saved?.secretQuestions ?? []).map(({ id, description }) => ({ value: id, text: description }))}
        />
        <TextField
          {...form.text('securityQuestionAnswer')}
          label={text.answer}
          hint={isKept ? text.storedHint : text.answerHint}
          maxLength={maxSecretAnswerLength}
          autoComplete="off"
        />
      </Stack>
    </Card>
  )
}

function Contact({ profile: { form } }: TabProps) {
  const { contact: text } = useText('myProfile')
  return (
    <Card title={text.title}>
      <Stack gap="small">
        <CheckboxField {...form.flag('receivePaymentEmail')} label={text.payments} />
        <CheckboxField {...form.flag('receiveServiceOrderEmail')} label={text.serviceOrders} />
        <CheckboxField {...form.flag('canMaskPhone')} label={text.phone} hint={text.phoneHint} />
      </Stack>
    </Card>
  )
}
