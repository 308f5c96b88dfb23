import { profileMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { checkProfilePhones } from '@coopline/rules/accounts/account-profile/check-phones'
import { chooseType, deleteSlot, type PhoneSlot, slotsFor } from '@coopline/rules/accounts/account-profile/phone-slots'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { BlockForm, type BlockFormProps } from './block.form.tsx'
import { PhoneSlotFields } from './phone-slot.fields.tsx'
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
