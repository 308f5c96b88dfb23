import type { ProfileAddress } from '@coopline/rules/accounts/account-profile/profile-fields'
import { checkForwardingAddress } from '@coopline/rules/service/service-requests/check-service-request'
import { forwardingMessage } from '@coopline/rules/service/service-requests/service-requests.messages'
import { Button } from '@coopline/ui/button'
import { FieldError } from '@coopline/ui/field'
import { Stack } from '@coopline/ui/stack'
import { useId } from 'react'
import { AddressFields } from '../../../portal/form/address-fields.tsx'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'

const noAddress: ProfileAddress = {
  streetNumber: '',
  streetName: '',
  streetType: '',
  unit: '',
  city: '',
  state: '',
  zip: '',
}

interface ForwardingProps {
  readonly address: ProfileAddress | null
  readonly error: string | undefined
  readonly isOptional: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** The form section with the forwarding address, edited in a dialog. */
export function Forwarding({ address, error, isOptional, onEdit, onRemove }: ForwardingProps) {
  const { forwarding: text, form } = useText('serviceRequests')
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Stack gap="small">
        <p id={id}>
          <strong>{text.title}</strong>
          {isOptional && ` (${form.optional})`}
        </p>
        {address === null ? <p>{text.none}</p> : <AddressLines address={address} />}
        <Stack row gap="small">
          <Button variant="secondary" name="forwarding" onClick={onEdit}>
            {address === null ? text.add : text.change}
          </Button>
          {isOptional && address !== null && (
            <Button variant="quiet" onClick={onRemove}>
              {text.remove}
            </Button>
          )}
        </Stack>
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </Stack>
    </section>
  )
}

function AddressLines({ address }: { readonly address: ProfileAddress }) {
  const { streetNumber, streetName, streetType, unit, city, state, zip } = address
  const street = [streetNumber, streetName, streetType, unit].filter((part) => part !== '').join(' ')
  return (
    <p>
      {street}
      <br />
      {`${city}, ${state} ${zip}`}
    </p>
  )
}

interface ForwardingDialogProps {
  readonly address: ProfileAddress | null
  readonly onCancel: () => void
  readonly onSave: (address: ProfileAddress) => void
}

/** Edits the address. Rendered outside the request's form, because forms cannot nest. */
export function ForwardingDialog({ address, onCancel, onSave }: ForwardingDialogProps) {
  const { forwarding: text, form: words } = useText('serviceRequests')
  const { RURAL_ADDRESSES: ruralAddresses } = useSite().settings
  const check = (typed: ProfileAddress) => checkForwardingAddress(typed, { ruralAddresses })
  const form = useRuleForm(check, forwardingMessage, {
    start: address ?? noAddress,
    onSubmit: onSave,
  })
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={text.cancel}
      onCancel={onCancel}
      busy={false}
      error={null}
      submit={{ label: text.save, busyLabel: text.saving }}
      width={480}
    >
      <AddressFields form={form} words={{ ...text, optional: words.optional }} isOwnAddress={false} />
    </FormDialog>
  )
}
