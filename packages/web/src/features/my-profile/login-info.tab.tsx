import { maxEmailLength } from '@coopline/rules/email-address/check-email'
import { changesCredentials } from '@coopline/rules/my-profile/check-profile'
import { maxSecretAnswerLength } from '@coopline/rules/registration/check-registration'
import { maxPasswordLength } from '@coopline/rules/sign-in/check-sign-in'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { EmailField } from '@coopline/ui/email-field'
import { PasswordField } from '@coopline/ui/password-field'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { NewPasswordFields } from '../../portal/new-password-fields.tsx'
import { useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'
import { UsernameField } from '../../portal/username-field.tsx'
import { bindFlag, bindText } from './bind.ts'
import styles from './my-profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { StoredPayments } from './stored-payments.tsx'
import type { TypedProfile } from './typed-profile.ts'
import type { Profile } from './use-profile.ts'

interface TabProps {
  readonly profile: Profile
}

interface PartProps extends TabProps {
  readonly typed: TypedProfile
}

/** Login Info: the login itself, the security question, e-mails, and what is stored to be paid with. */
export function LoginInfoTab({ profile }: TabProps) {
  return (
    <ProfileForm profile={profile}>
      {(typed) => (
        <div className={styles.parts}>
          <Login profile={profile} typed={typed} />
          <Question profile={profile} typed={typed} />
          <Contact profile={profile} typed={typed} />
          {profile.offer.storedPayments && <StoredPayments profile={profile} typed={typed} />}
        </div>
      )}
    </ProfileForm>
  )
}

function Login({ profile, typed }: PartProps) {
  const { login: text } = useText('myProfile')
  const { words, showPassword, hidePassword } = useText('newPassword')
  const { allowPasswordPasting } = useSite().settings
  const { data: saved } = profile.details
  const bind = (field: Parameters<typeof bindText>[2]) => bindText(profile, typed, field)
  const username = bind('loginId')
  const isOther = typed.loginId !== saved?.loginId
  const askAboutName = () => {
    if (isOther) profile.username.check(typed.loginId)
    return username.onBlur()
  }
  const { ref: _email, ...email } = bind('userName')
  const { ref: _current, ...current } = bind('currentPassword')
  const needsProof = saved !== undefined && changesCredentials(typed, saved)
  return (
    <Card title={text.title}>
      <Stack>
        <EmailField {...email} label={text.email} maxLength={maxEmailLength} error={profile.errorOf('userName')} />
        <UsernameField
          input={{ ...username, onBlur: askAboutName }}
          verdict={isOther ? profile.username.verdictOf(typed.loginId) : undefined}
          error={profile.errorOf('loginId')}
          words={text}
        />
        <p className={styles.note}>{text.passwordNote}</p>
        <NewPasswordFields
          password={bind('password')}
          confirm={bind('cnfpassword')}
          typed={typed.password}
          passwordError={profile.errorOf('password')}
          confirmError={profile.errorOf('cnfpassword')}
          known={`${typed.loginId} ${typed.userName}`}
        />
        {needsProof && (
          <PasswordField
            {...current}
            label={text.currentPassword}
            hint={text.currentPasswordHint}
            words={{ ...words, showName: showPassword, hideName: hidePassword }}
            allowPaste={allowPasswordPasting}
            maxLength={maxPasswordLength}
            autoComplete="current-password"
            error={profile.errorOf('currentPassword')}
          />
        )}
      </Stack>
    </Card>
  )
}

function Question({ profile, typed }: PartProps) {
  const { question: text } = useText('myProfile')
  const { ref: _question, ...question } = bindText(profile, typed, 'securityQuestionId')
  const { ref: _answer, ...answer } = bindText(profile, typed, 'securityQuestionAnswer')
  const saved = profile.details.data
  const isKept =
    saved !== undefined && saved.secretQuestionId !== '' && typed.securityQuestionId === saved.secretQuestionId
  return (
    <Card title={text.title}>
      <Stack>
        <SelectField
          {...question}
          label={text.question}
          placeholder={text.choose}
          options={(saved?.secretQuestions ?? []).map(({ id, description }) => ({ value: id, text: description }))}
          error={profile.errorOf('securityQuestionId')}
        />
        <TextField
          {...answer}
          label={text.answer}
          hint={isKept ? text.keptHint : text.answerHint}
          maxLength={maxSecretAnswerLength}
          autoComplete="off"
          error={profile.errorOf('securityQuestionAnswer')}
        />
      </Stack>
    </Card>
  )
}

function Contact({ profile, typed }: PartProps) {
  const { contact: text } = useText('myProfile')
  return (
    <Card title={text.title}>
      <Stack gap="small">
        <CheckboxField {...bindFlag(profile, typed, 'receivePaymentEmail')} label={text.payments} />
        <CheckboxField {...bindFlag(profile, typed, 'receiveServiceOrderEmail')} label={text.serviceOrders} />
        <CheckboxField {...bindFlag(profile, typed, 'canMaskPhone')} label={text.phone} hint={text.phoneHint} />
      </Stack>
    </Card>
  )
}
