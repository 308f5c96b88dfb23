import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import styles from './outage.module.css'

/** The cooperative's outage map. Embeds an https map, with a link that opens it in a new window. */
export function OutageMap({ address }: { readonly address: string }) {
  const { map: text } = useText('outage')
  return (
    <Stack>
      {/^https:/iu.test(address) && (
        <iframe
          className={styles.map}
          title={text.frame}
          src={address}
          // The map runs on another origin and stores its own data there.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      )}
      <Stack row>
        <ButtonLink href={address} variant="secondary" target="_blank" rel="noreferrer">
          {text.open}
        </ButtonLink>
      </Stack>
    </Stack>
  )
}
