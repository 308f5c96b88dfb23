import type { site } from '@coopline/contract/site/site.contract'
import { Content } from '@coopline/ui/content'
import { useLanguage } from '../../portal/text.tsx'
import { useRead } from '../../portal/use-read.ts'

const contentLine = 'GET /v3/site/contents/{key}' satisfies (typeof site)['content']['call']

/** Shows the cooperative's message above a form, if it has one (CL-21, UC-57). */
export function SiteMessage({ of: key }: { readonly of: 'ccLetterReturnMessage' | 'unclaimedCapitalCreditMessage' }) {
  const { language } = useLanguage()
  const { data } = useRead(contentLine, { params: { key }, query: { language } })
  return data === undefined || data.content.length === 0 ? null : <Content nodes={data.content} />
}
