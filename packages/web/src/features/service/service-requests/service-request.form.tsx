import type {
  ServiceOrder,
  serviceRequests,
} from '@coopline/contract/service/service-requests/service-requests.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { lengthOf, type ProfileAddress } from '@coopline/rules/accounts/account-profile/profile-fields'
import { parseForwardingZip } from '@coopline/rules/accounts/account-profile/zip'
import { calendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { onlyDigits } from '@coopline/rules/kernel/digits'
import {
  checkServiceRequest,
  completionDays,
  maxComments,
  maxLandlordName,
  movingOut,
  type ServiceRequest,
  type ServiceRequestLimits,
} from '@coopline/rules/service/service-requests/check-service-request'
import { serviceRequestMessage } from '@coopline/rules/service/service-requests/service-requests.messages'
import { DateField } from '@coopline/ui/date-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { useState } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { Forwarding, ForwardingDialog } from './forwarding.dialog.tsx'

type Lines = typeof serviceRequests
const submitLine = 'POST /v2/applicationforservice/processserviceorder' satisfies Lines['submit']['call']

const empty: ServiceRequest = {
  workType: '',
  phone: '',
  comments: '',
  forwarding: null,
  landlordName: '',
  landlordPhone: '',
  completionDate: '',
}

/** Builds the request body: phones and ZIP code as digits, and for a move the fields that are filled (SR-45 to SR-47). */
function toOrder(accountNumber: string, request: ServiceRequest): ServiceOrder {
  const { workType, comments, phone, forwarding, landlordName, landlordPhone, completionDate } = request
  return {
    accountNumber,
    workType,
    comments,
    phone: onlyDigits(phone),
    ...(workType === movingOut && {
      ...(forwarding !== null && { ...forwarding, zip: parseForwardingZip(forwarding.zip) ?? forwarding.zip }),
      ...(landlordName !== '' && { landlordname: landlordName }),
      ...(landlordPhone !== '' && { landlordphonenumber: onlyDigits(landlordPhone) }),
      ...(completionDate !== '' && { requestedCompletionDate: calendarDate(completionDate) }),
    }),
  }
}

interface ServiceRequestFormProps {
  readonly accountNumber: string
  readonly types: AnswerOf<Lines['types']>['results']
  readonly limits: ServiceRequestLimits
  readonly onStart: () => void
  readonly onDone: (message: string) => void
}

/** The service request form. Clears after success and keeps the input after a failure. */
export function ServiceRequestForm({ accountNumber, types, limits, onStart, onDone }: ServiceRequestFormProps) {
  const { form: text } = useText('serviceRequests')
  const [isTyping, setTyping] = useState(false)
  const send = useMemberSend(submitLine, {
    onSuccess: ({ message }) => {
      form.replace(form.values, empty)
      onDone(message)
    },
  })
  const form = useRuleForm((values: ServiceRequest) => checkServiceRequest(values, limits), serviceRequestMessage, {
    start: empty,
    restoreAs: `service-request ${accountNumber}`,
    error: send.error,
    fields: ['workType', 'phone', 'forwarding', 'landlordName', 'landlordPhone', 'completionDate', 'comments'],
    onSubmit: (request) => {
      onStart()
      send.mutate({ body: toOrder(accountNumber, request) })
    },
  })
  const { values } = form
  const { first, last } = completionDays(limits)
  const save = (forwarding: ProfileAddress | null) => {
    setTyping(false)
    form.change({ forwarding }, 'forwarding')
    form.blur('forwarding')
  }
  return (
    <>
      <PortalForm
        form={form}
        busy={send.isPending}
        error={form.failure}
        submit={{ label: text.submit, busyLabel: text.busy }}
        gap="medium"
      >
        <SelectField
          {...form.text('workType')}
          label={text.type}
          placeholder={text.chooseType}
          options={types.map(({ workTypeID, description }) => ({ value: workTypeID, text: description }))}
        />
        <PhoneField {...form.text('phone')} label={text.phone} />
        {values.workType === movingOut && (
          <>
            <Forwarding
              address={values.forwarding}
              error={form.errorOf('forwarding')}
              isOptional={!limits.requiresForwarding}
              onEdit={() => setTyping(true)}
              onRemove={() => save(null)}
            />
            <TextField
              {...form.text('landlordName')}
              label={text.landlordName}
              optionalText={text.optional}
              maxLength={maxLandlordName}
              autoComplete="off"
            />
            <PhoneField
              {...form.text('landlordPhone')}
              label={text.landlordPhone}
              optionalText={text.optional}
              autoComplete="off"
            />
            <DateField
              {...form.text('completionDate')}
              label={text.date}
              optionalText={limits.requiresForwarding ? undefined : text.optional}
              hint={text.dateHint(formatUsDate(first), formatUsDate(last))}
              min={first}
              max={last}
            />
          </>
        )}
        <TextareaField
          {...form.text('comments')}
          onChange={({ target }) => form.change({ comments: target.value }, 'comments')}
          label={text.comments}
          optionalText={text.optional}
          counter={text.remaining(maxComments(values.workType, limits) - lengthOf(values.comments))}
        />
      </PortalForm>
      {isTyping && <ForwardingDialog address={values.forwarding} onCancel={() => setTyping(false)} onSave={save} />}
    </>
  )
}
