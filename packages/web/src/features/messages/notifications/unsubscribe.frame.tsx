import { Skeleton } from '@coopline/ui/skeleton'
import { UnsubscribeLayout } from './unsubscribe.page.tsx'

/** The page before its code is there: as it looks while the link is looked at. */
export function UnsubscribeFrame() {
  return (
    <UnsubscribeLayout>
      <Skeleton height="10rem" />
    </UnsubscribeLayout>
  )
}
