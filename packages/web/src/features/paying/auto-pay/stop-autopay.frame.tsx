import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'

/** The page before its address is read, which holds the link. */
export function StopAutoPayFrame() {
  const { stop: text } = useText('autoPay')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <Skeleton height="10rem" />
    </Stack>
  )
}
