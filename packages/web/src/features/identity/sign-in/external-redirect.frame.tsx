import { PageHeading } from '@coopline/ui/page-heading'
import { useText } from '../../../portal/text/text.tsx'
import styles from './sign-in.module.css'

/** The page for visitors from a partner site until its code has loaded. */
export function ExternalRedirectFrame() {
  const text = useText('signIn').handOff
  return (
    <div className={styles.plain}>
      <PageHeading title={text.heading} />
      <p>{text.wait}</p>
    </div>
  )
}
