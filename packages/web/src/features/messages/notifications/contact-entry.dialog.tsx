import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import { type Channel, checkContact, type ContactProblem } from '@coopline/rules/messages/notifications/check-contact'
import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import { EmailField } from '@coopline/ui/email-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { RadioCards } from '@coopline/ui/radio-cards'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { memberCall } from '../../../portal/call/member-call.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useTask } from '../../../portal/call/use-task.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { displayedContact } from './displayed-contact.ts'

/** A contact that a code is on its way to. */
export interface CodeSent {
  readonly contact: Contact
  readonly codeMinutes: number
}

interface ContactEntryDialogProps {
  readonly memberNumber: string
  /** The contact that gets another value; `null` for a new one. */
  readonly contact: Contact | null
  readonly textOffered: boolean
  readonly onSent: (sent: CodeSent) => void
  readonly onCancel: () => void
}

interface Values {
  readonly channel: Channel
  readonly value: string
}

const check = ({ channel, value }: Values): readonly ContactProblem[] => {
  const problem = checkContact(channel, value, { strictEmailEnding: false })
  return problem === null ? [] : [problem]
}

/** Takes an address or a number and has a code sent there. */
export function ContactEntryDialog({ memberNumber, contact, textOffered, onSent, onCancel }: ContactEntryDialogProps) {
  const { entry: text, cancel } = useText('notifications')
  const send = useTask(
    async ({ channel, value }: Values) =>
      contact === null
        ? memberCall('POST /v3/members/{memberNumber}/contacts', { params: { memberNumber }, body: { channel, value } })
        : memberCall('PUT /v3/members/{memberNumber}/contacts/{contactId}', {
            params: { memberNumber, contactId: contact.id },
            body: { value },
          }),
    { onSuccess: onSent },
  )
  const form = useRuleForm(check, ({ code }, language) => notificationMessage(code, language), {
    start: {
      channel: contact?.channel ?? (textOffered ? 'text' : 'email'),
      value: contact === null ? '' : displayedContact(contact),
    },
    onSubmit: (values) => send.mutate(values),
    error: send.error,
    fields: ['value'],
    fieldByCode: { 'contact-known': 'value' },
    firstCheck: 'submit',
  })
  const choose = (channel: Channel) => {
    form.reset({ channel, value: '' })
    send.reset()
  }
  return (
    <FormDialog
      form={form}
      title={contact === null ? text.addTitle : text.changeTitle}
      cancel={cancel}
      onCancel={onCancel}
      width={480}
      busy={send.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy }}
    >
      {contact === null && textOffered && (
        <RadioCards
          legend={text.kind}
          name="channel"
          value={form.values.channel}
          onChange={({ target }) => choose(target.value === 'text' ? 'text' : 'email')}
          options={[
            { value: 'text', title: text.text },
            { value: 'email', title: text.email },
          ]}
        />
      )}
      {form.values.channel === 'text' ? (
        <PhoneField {...form.text('value')} label={text.phone} hint={text.lead} />
      ) : (
        <EmailField {...form.text('value')} label={text.address} hint={text.lead} maxLength={60} />
      )}
    </FormDialog>
  )
}
