import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { useText } from '../../../portal/text/text.tsx'

export function LegalTermsFrame() {
  const { links } = useText('shell')
  return (
    <>
      <PageHeading title={links.termsOfUse} />
      <Skeleton lines={12} />
    </>
  )
}
