import { CopyButton } from '@coopline/ui/copy-button'
import { Stack } from '@coopline/ui/stack'
import styles from './app-key.module.css'
import { useText } from '../text/text.tsx'

interface AppKeyProps {
  readonly data: {
    readonly totpUri: string
    readonly secretNewKey: string
    readonly qrCode: { readonly path: string; readonly size: number }
  }
}

/** The key for the app: to scan, to open on the same device, or to type. */
export function AppKey({ data }: AppKeyProps) {
  const { setUp: text } = useText('authenticatorApp')
  const { qrCode, totpUri, secretNewKey } = data
  return (
    <Stack>
      <svg
        className={styles.qrCode}
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        // Drawn in the page: an image would need an address, and the key must be in none.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={text.qrCode}
        shapeRendering="crispEdges"
      >
        <path d={qrCode.path} />
      </svg>
      <p>
        <a href={totpUri}>{text.openHere}</a>
      </p>
      <p>{text.manual}</p>
      <p>
        <span className={styles.keyLabel}>{text.key}</span>
        <code className={styles.key}>{groupsOfFour(secretNewKey).join(' ')}</code>
      </p>
      <Stack row>
        <CopyButton text={secretNewKey} label={text.copyKey} copied={text.copied} failed={text.copyFailed} />
      </Stack>
    </Stack>
  )
}

const groupsOfFour = (key: string): readonly string[] => key.match(/.{1,4}/gu) ?? []
