import { PageHeading } from '@coopline/ui/page-heading'
import { useText } from '../../portal/text.tsx'
import styles from './sign-in.module.css'

/** What somebody sees who comes from a partner site, until the page's code is there. */
export function ExternalRedirectFrame() {
  const text = useText('signIn').handOff
  return (
    <div className={styles.plain}>
      <PageHeading title={text.heading} />
      <p>{text.wait}</p>
    </div>
  )
}
