import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Content } from '@coopline/ui/content'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useRead } from '../../portal/use-read.ts'

/** The cooperative's legal text (LT-02). */
export function LegalTermsPage() {
  const { links } = useText('shell')
  return (
    <>
      <PageHeading title={links.termsOfUse} />
      <LegalContent />
    </>
  )
}

function LegalContent() {
  const { legal } = useText('site')
  const { common } = useText('shell')
  const { language } = useLanguage()
  const { data, error, refetch } = useRead('GET /v3/site/contents/{key}', {
    params: { key: 'legalContent' },
    query: { language },
  })

  if (data !== undefined) {
    return data.content.length === 0 ? <p>{legal.empty}</p> : <Content nodes={data.content} />
  }
  if (error === null) return <Skeleton lines={12} />
  return (
    <Alert tone="error" title={legal.failed}>
      <p>{failureMessage(error, language)}</p>
      <Button variant="secondary" onClick={() => void refetch()}>
        {common.tryAgain}
      </Button>
    </Alert>
  )
}
