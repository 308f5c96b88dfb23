import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'

/** The page before its address is read, which names the account. */
export function SharedAccountFrame() {
  const { account: text } = useText('sharedAccess')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <Skeleton height="24rem" />
    </Stack>
  )
}
