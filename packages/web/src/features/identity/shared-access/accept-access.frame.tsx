import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import styles from './shared-access.module.css'

/** The page before its address is read, which holds the invitation. */
export function AcceptAccessFrame() {
  const { accept: text } = useText('sharedAccess')
  return (
    <div className={styles.narrow}>
      <Stack gap="large">
        <PageHeading title={text.heading} />
        <Skeleton height="20rem" />
      </Stack>
    </div>
  )
}
