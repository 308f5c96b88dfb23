import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import styles from './task-links.module.css'

/** The page before its address is read, which holds the link. */
export function PayBillFrame() {
  const text = useText('taskLinks')
  return (
    <div className={styles.narrow}>
      <Stack gap="large">
        <PageHeading title={text.heading} />
        <Skeleton height="24rem" />
      </Stack>
    </div>
  )
}
