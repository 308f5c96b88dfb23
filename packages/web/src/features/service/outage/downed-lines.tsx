import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'

/** Safety advice about downed power lines, with the emergency number or else the office's. */
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
