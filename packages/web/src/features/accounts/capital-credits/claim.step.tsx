import type {
  capitalCredits,
  UnclaimedCredit,
} from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { usStates } from '@coopline/rules/accounts/account-profile/check-address'
import { capitalCreditMessage } from '@coopline/rules/accounts/capital-credits/capital-credits.messages'
import {
  checkClaim,
  claimFields,
  type ClaimForm,
  claimLengths,
  contactPreferences,
} from '@coopline/rules/accounts/capital-credits/check-claim'
import { onlyDigits } from '@coopline/rules/kernel/digits'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { PhoneField } from '@coopline/ui/phone-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { Skeleton } from '@coopline/ui/skeleton'
import { TextField } from '@coopline/ui/text-field'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useSettings } from '../../../portal/page/use-settings.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSend } from '../../../portal/call/use-send.ts'
import styles from './capital-credits.module.css'

const claimLine = 'POST /v3/unclaimed-capital-credits/claim' satisfies (typeof capitalCredits)['claim']['call']

interface ClaimStepProps {
  readonly credit: UnclaimedCredit
  readonly onCancel: () => void
  /** @param message from the server. */
  readonly onDone: (message: string) => void
}

/** Prefills the form from the row (UC-13). Values that are longer than a field stay whole (REQ-D-297). */
const startOf = ({ name, address, city, state, zip }: UnclaimedCredit): ClaimForm => ({
  name,
  ssn: '',
  phone: '',
  contactPref: '',
  email: '',
  address1: address,
  address2: '',
  city,
  state,
  zip,
  comments: '',
})

const states = usStates.map((state) => ({ value: state, text: state }))

/** The contact form for a claim (UC-12). */
export function ClaimStep({ credit, onCancel, onDone }: ClaimStepProps) {
  const { unclaimed: text } = useText('capitalCredits')
  const { fields, preferences, optional } = text
  const settings = useSettings({ texts: ['ssnDigits'] })
  const asksSsn = Number(settings.data?.ssnDigits ?? 0) > 0
  const send = useSend(claimLine, { onSuccess: ({ message }) => onDone(message) })
  const start = startOf(credit)
  const check = (values: ClaimForm) => checkClaim(values, start)
  const form = useRuleForm(check, ({ code }, language) => capitalCreditMessage(code, language), {
    start,
    error: send.error,
    fields: claimFields,
    onSubmit: (values) => {
      const body = {
        ...values,
        rowKey: credit.rowKey,
        phone: onlyDigits(values.phone),
        zip: values.zip.replace('-', ''),
      }
      send.mutate({ body })
    },
  })
  const line = (name: Exclude<keyof ClaimForm, 'state' | 'contactPref' | 'phone' | 'comments'>) => ({
    ...form.text(name),
    label: fields[name],
    maxLength: claimLengths[name],
  })
  // A field that came later would move the others.
  if (settings.isPending) return <Skeleton height="40rem" />
  return (
    <Card>
      <PortalForm
        form={form}
        busy={send.isPending}
        error={form.failure}
        submit={{ label: text.submit, busyLabel: text.submitting }}
        beside={{
          row: true,
          after: (
            <Button variant="secondary" onClick={onCancel}>
              {text.cancel}
            </Button>
          ),
        }}
      >
        <div className={styles.fields}>
          <TextField {...line('name')} autoComplete="name" optionalText={optional} />
          {asksSsn && <TextField {...line('ssn')} inputMode="numeric" autoComplete="off" optionalText={optional} />}
          <PhoneField {...form.text('phone')} label={fields.phone} />
          <SelectField
            {...form.text('contactPref')}
            label={fields.contactPref}
            placeholder={text.choose}
            options={contactPreferences.map((value) => ({ value, text: preferences[value] }))}
          />
          <TextField
            {...line('email')}
            type="email"
            autoComplete="email"
            {...(form.values.contactPref !== 'Email' && { optionalText: optional })}
          />
          <TextField {...line('address1')} autoComplete="address-line1" />
          <TextField {...line('address2')} autoComplete="address-line2" optionalText={optional} />
          <TextField {...line('city')} autoComplete="address-level2" />
          <SelectField {...form.text('state')} label={fields.state} placeholder={text.choose} options={states} />
          <TextField {...line('zip')} autoComplete="postal-code" optionalText={optional} />
        </div>
        <TextareaField
          name="comments"
          label={fields.comments}
          optionalText={optional}
          maxLength={claimLengths.comments}
          value={form.values.comments}
          error={form.errorOf('comments')}
          onChange={({ target: { value } }) => form.change({ comments: value }, 'comments')}
          onBlur={() => form.blur('comments')}
        />
      </PortalForm>
    </Card>
  )
}
