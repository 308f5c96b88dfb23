import { Icon } from '@coopline/ui/icon'
import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './home.module.css'

/** The phone number to call for help. Nothing when the cooperative has set none. */
export function HomeHelp() {
  const { phoneNumber, officeHours } = useSite().settings
  const { home } = useText('site')
  if (phoneNumber === '') return null
  return (
    <section className={styles.help}>
      <Icon name="phone" size="large" />
      <div>
        <h2 className={styles.title}>{home.helpTitle}</h2>
        <p>
          <PhoneLink number={phoneNumber} />
        </p>
        {officeHours !== '' && <p className={styles.hours}>{officeHours}</p>}
      </div>
    </section>
  )
}
