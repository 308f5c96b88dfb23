import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { SelectField } from '@coopline/ui/select-field'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-profile.module.css'
import type { DisplayedProfile } from './update-body.ts'
import { profileMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { checkProfilePhones, maxExtensionLength } from '@coopline/rules/accounts/account-profile/check-phones'
import { chooseType, deleteSlot, type PhoneSlot, slotsFor } from '@coopline/rules/accounts/account-profile/phone-slots'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { BlockForm, type BlockFormProps } from './block.form.tsx'
import { slotsOf } from './update-body.ts'

interface Values {
  readonly slots: readonly PhoneSlot[]
}

/** Up to three phones; a slot may be deleted and taken back by choosing a type. */
export function PhonesForm({ profile, error, onSave, ...frame }: BlockFormProps<readonly PhoneSlot[]>) {
  const types = profile.phoneTypes.map(({ eCommunicationId }) => eCommunicationId)
  const onFile = slotsOf(profile)
  const form = useRuleForm(
    ({ slots }: Values) => checkProfilePhones(slots, types, onFile),
    ({ code }, language) => profileMessage(code, language),
    {
      start: { slots: slotsFor(onFile) },
      onSubmit: ({ slots }) => onSave(slots),
      // No fields: free slots are not sent, so that the server numbers the phones differently.
      error,
    },
  )
  const { slots } = form.values
  const change = (index: number, field: string, next: PhoneSlot) =>
    form.change({ slots: slots.map((slot, place) => (place === index ? next : slot)) }, field)
  return (
    <BlockForm {...frame} form={form}>
      {slots.map((slot, index) => {
        const field = (name: string) => `contactPhones.${index}.${name}`
        return (
          <PhoneSlotFields
            // Slots have their places and nothing else that names them.
            key={index}
            place={index}
            slot={slot}
            types={profile.phoneTypes}
            errorOf={(name) => form.errorOf(field(name))}
            onBlur={(name) => form.blur(field(name))}
            onChange={(name, values) => change(index, field(name), { ...slot, ...values })}
            onChooseType={(type) => change(index, field('eCommunicationId'), chooseType(slot, type))}
            onDelete={() => change(index, field('phoneNumber'), deleteSlot(slot))}
          />
        )
      })}
    </BlockForm>
  )
}

type FieldName = 'eCommunicationId' | 'phoneNumber' | 'extension'

interface PhoneSlotFieldsProps {
  /** From 0. */
  readonly place: number
  readonly slot: PhoneSlot
  readonly types: DisplayedProfile['phoneTypes']
  readonly errorOf: (field: FieldName) => string | undefined
  readonly onBlur: (field: FieldName) => void
  readonly onChange: (field: FieldName, values: Partial<PhoneSlot>) => void
  readonly onChooseType: (type: string) => void
  readonly onDelete: () => void
}

/** Type, number and extension of one phone. */
function PhoneSlotFields(props: PhoneSlotFieldsProps) {
  const { place, slot, types, errorOf, onBlur, onChange, onChooseType, onDelete } = props
  const { phones: text, edit } = useText('accountProfile')
  const name = (field: FieldName) => `contactPhones.${place}.${field}`
  const isFilled = slot.eCommunicationDetailId !== '' || slot.phoneNumber !== ''
  return (
    <fieldset className={styles.slot}>
      <legend>{text.phone(place + 1)}</legend>
      {slot.isDelete && slot.eCommunicationDetailId !== '' && (
        <output className={styles.removed}>{text.removed}</output>
      )}
      <div className={styles.fields}>
        <SelectField
          name={name('eCommunicationId')}
          label={text.type}
          placeholder={text.chooseType}
          options={types.map(({ eCommunicationId, description }) => ({ value: eCommunicationId, text: description }))}
          value={slot.eCommunicationId}
          onChange={({ target }) => onChooseType(target.value)}
          onBlur={() => onBlur('eCommunicationId')}
          error={errorOf('eCommunicationId')}
        />
        <PhoneField
          name={name('phoneNumber')}
          label={text.number}
          value={slot.phoneNumber}
          onChange={({ target }) => onChange('phoneNumber', { phoneNumber: target.value })}
          onBlur={() => onBlur('phoneNumber')}
          error={errorOf('phoneNumber')}
        />
        <DigitsField
          name={name('extension')}
          label={text.extension}
          optionalText={edit.optional}
          autoComplete="tel-extension"
          maxDigits={maxExtensionLength}
          value={slot.extension}
          onChange={({ target }) => onChange('extension', { extension: target.value })}
          onBlur={() => onBlur('extension')}
          error={errorOf('extension')}
        />
        {isFilled && !slot.isDelete && (
          <div className={styles.remove}>
            <Button variant="quiet" aria-label={text.removePhone(place + 1)} onClick={onDelete}>
              {text.remove}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  )
}
