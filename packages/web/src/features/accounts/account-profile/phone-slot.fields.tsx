import { maxExtensionLength } from '@coopline/rules/accounts/account-profile/check-phones'
import type { PhoneSlot } from '@coopline/rules/accounts/account-profile/phone-slots'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { SelectField } from '@coopline/ui/select-field'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-profile.module.css'
import type { DisplayedProfile } from './update-body.ts'

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
export function PhoneSlotFields(props: PhoneSlotFieldsProps) {
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
