import type { Contact } from '@coopline/contract/notifications/notifications.contract'
import { type Channel, checkContact, type ContactProblem } from '@coopline/rules/notifications/check-contact'
import { notificationMessage } from '@coopline/rules/notifications/notifications.messages'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { EmailField } from '@coopline/ui/email-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { RadioCards } from '@coopline/ui/radio-cards'
import { Stack } from '@coopline/ui/stack'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { fieldRefusals } from '../../portal/field-refusals.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberTask } from '../../portal/use-member-task.ts'
import { memberCall } from '../../portal/member-call.ts'
import { shownContact } from './shown-contact.ts'

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

/** Takes an address or a number and has a code sent there. */
export function ContactEntryDialog({ memberNumber, contact, textOffered, onSent, onCancel }: ContactEntryDialogProps) {
  const { entry: text, cancel } = useText('notifications')
  const { language } = useLanguage()
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [channel, setChannel] = useState<Channel>(contact?.channel ?? (textOffered ? 'text' : 'email'))
  const [value, setValue] = useState(contact === null ? '' : shownContact(contact))
  const [problem, setProblem] = useState<ContactProblem | null>(null)
  const send = useMemberTask(
    async (typed: string) =>
      contact === null
        ? memberCall('POST /v3/members/{memberNumber}/contacts', {
            params: { memberNumber },
            body: { channel, value: typed },
          })
        : memberCall('PUT /v3/members/{memberNumber}/contacts/{contactId}', {
            params: { memberNumber, contactId: contact.id },
            body: { value: typed },
          }),
    { onSuccess: onSent },
  )
  const [refusal] = fieldRefusals(send.error, ['value'], { 'contact-known': 'value' })
  const error = problem === null ? refusal?.message : notificationMessage(problem.code, language)

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const found = checkContact(channel, value, { strictEmailEnding: false })
    setProblem(found)
    if (found === null) send.mutate(value)
    else input.current?.focus()
  }
  const choose = (next: Channel) => {
    setChannel(next)
    setValue('')
    setProblem(null)
    send.reset()
  }
  const field = {
    ref: input,
    name: 'value',
    value,
    onChange: (event: { readonly target: HTMLInputElement }) => setValue(event.target.value),
    error,
  }
  return (
    <Dialog
      open
      title={contact === null ? text.addTitle : text.changeTitle}
      closeLabel={cancel}
      onClose={onCancel}
      width={480}
      blockOutsideClick
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} busy={send.isPending} busyLabel={text.busy}>
            {text.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack>
          {refusal === undefined && <FailureAlert error={send.error} />}
          {contact === null && textOffered && (
            <RadioCards
              legend={text.kind}
              name="channel"
              value={channel}
              onChange={(event) => choose(event.target.value === 'text' ? 'text' : 'email')}
              options={[
                { value: 'text', title: text.text },
                { value: 'email', title: text.email },
              ]}
            />
          )}
          {channel === 'text' ? (
            <PhoneField {...field} label={text.phone} hint={text.lead} />
          ) : (
            <EmailField {...field} label={text.address} hint={text.lead} maxLength={60} />
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
