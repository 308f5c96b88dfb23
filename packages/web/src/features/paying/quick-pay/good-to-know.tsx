import { Icon } from '@coopline/ui/icon'
import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './quick-pay.module.css'

/** Answers to common questions, next to the steps; where to find the numbers is shown only while they are requested. */
export function GoodToKnow({ isFirstStep }: { readonly isFirstStep: boolean }) {
  const text = useText('quickPay').help
  const { phoneNumber } = useSite().settings
  return (
    <aside className={styles.help} aria-label={text.title}>
      <h2 className={styles.helpTitle}>{text.title}</h2>
      <ul className={styles.helpList}>
        {isFirstStep && (
          <>
            <li>
              <Icon name="bill" />
              <span>{text.account}</span>
            </li>
            <li>
              <Icon name="user" />
              <span>{text.phone}</span>
            </li>
          </>
        )}
        <li>
          <Icon name="lock" />
          <span>{text.secure}</span>
        </li>
        {phoneNumber !== '' && (
          <li>
            <Icon name="phone" />
            <span>
              {text.call} <PhoneLink number={phoneNumber} />
            </span>
          </li>
        )}
      </ul>
    </aside>
  )
}
