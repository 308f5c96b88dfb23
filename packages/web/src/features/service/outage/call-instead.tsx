import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'

/** The number that takes outage reports by phone: the emergency number, or else the office's. */
export function CallInstead() {
  const { offline: text } = useText('outage')
  const { emergencyContactNumber, phoneNumber } = useSite().settings
  const number = emergencyContactNumber || phoneNumber
  if (number === '') return null
  return (
    <p>
      {text.call} <PhoneLink number={number} />.
    </p>
  )
}
