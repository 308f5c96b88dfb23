import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'

/** The office's phone number, where the cooperative gives one. */
export function CallUs() {
  const text = useText('paymentResult')
  const { phoneNumber } = useSite().settings
  if (phoneNumber === '') return null
  return (
    <p>
      {text.call} <PhoneLink number={phoneNumber} />
    </p>
  )
}
