import { Content } from '@coopline/ui/content'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { failureMessage } from '../../../portal/call/failure-message.ts'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'

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
  const { language } = useLanguage()
  const content = useRead('GET /v3/site/contents/{key}', {
    params: { key: 'legalContent' },
    query: { language },
  })

  if (content.data !== undefined) {
    const { content: nodes } = content.data
    return nodes.length === 0 ? <p>{legal.empty}</p> : <Content nodes={nodes} />
  }
  if (content.error === null) return <Skeleton lines={12} />
  return (
    <RetryAlert query={content} title={legal.failed}>
      <p>{failureMessage(content.error, language)}</p>
    </RetryAlert>
  )
}
