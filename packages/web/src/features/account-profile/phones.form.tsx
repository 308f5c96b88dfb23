import { profileMessage } from '@coopline/rules/account-profile/account-profile.messages'
import { checkProfilePhones } from '@coopline/rules/account-profile/check-phones'
import { chooseType, deleteSlot, type PhoneSlot, slotsFor } from '@coopline/rules/account-profile/phone-slots'
import { useLanguage } from '../../portal/text.tsx'
import { BlockFormFrame } from './block.form.tsx'
import type { BlockFormProps } from './name.form.tsx'
import { PhoneSlotFields } from './phone-slot.fields.tsx'
import { slotsOf } from './update-body.ts'
import { useBlockForm } from './use-block-form.ts'

/** Up to three phones; a slot may be deleted and taken back by choosing a type. */
export function PhonesForm(props: BlockFormProps<readonly PhoneSlot[]>) {
  const { profile, isBusy, error, obstacle, onSave, onCancel } = props
  const { language } = useLanguage()
  const types = profile.phoneTypes.map(({ eCommunicationId }) => eCommunicationId)
  const form = useBlockForm<readonly PhoneSlot[]>({
    start: slotsFor(slotsOf(profile)),
    check: (slots) =>
      checkProfilePhones(slots, types).map(({ code, field }) => ({ field, text: profileMessage(code, language) })),
    // Free slots are not sent, so that places in the list of the service are not places in the form.
    fields: [],
    error,
    onSave,
  })
  const change = (index: number, field: string, next: PhoneSlot) =>
    form.change(
      field,
      form.values.map((slot, place) => (place === index ? next : slot)),
    )
  return (
    <BlockFormFrame
      summary={form.summary}
      refusals={form.refusals}
      error={form.isRefusedWholly ? error : null}
      isBusy={isBusy}
      obstacle={obstacle}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      {form.values.map((slot, index) => {
        const field = (name: string) => `contactPhones.${index}.${name}`
        return (
          <PhoneSlotFields
            // Slots have their places and nothing else that names them.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            place={index}
            slot={slot}
            types={profile.phoneTypes}
            errorOf={(name) => form.errorOf(field(name))}
            onLeave={(name) => form.leave(field(name))}
            onChange={(name, values) => change(index, field(name), { ...slot, ...values })}
            onChooseType={(type) => change(index, field('eCommunicationId'), chooseType(slot, type))}
            onDelete={() => change(index, field('phoneNumber'), deleteSlot(slot))}
          />
        )
      })}
    </BlockFormFrame>
  )
}
