import { PhoneLink } from '../../portal/phone-link.tsx'
import { useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'

/** What to do about a downed power line, with the number for emergencies or else the office's. */
export function DownedLines() {
  const { status: text } = useText('outage')
  const { emergencyContactNumber, phoneNumber } = useSite().settings
  const number = emergencyContactNumber || phoneNumber
  return (
    <p>
      {text.downedLines}{' '}
      {number !== '' && (
        <>
          {text.call} <PhoneLink number={number} />.
        </>
      )}
    </p>
  )
}
