import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'

/** The page before its address is read, which names the request. */
export function ConnectAppFrame() {
  const { request: text } = useText('connectedApps')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <Skeleton height="24rem" />
    </Stack>
  )
}
