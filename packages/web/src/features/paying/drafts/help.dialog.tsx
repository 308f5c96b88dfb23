import { Content } from '@coopline/ui/content'
import { Dialog } from '@coopline/ui/dialog'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'

/** Explains drafts, in the cooperative's own text where it has set one (DR-12, CG-38). */
export function HelpDialog({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const { help: text } = useText('drafts')
  const { language } = useLanguage()
  const { data } = useRead('GET /v3/site/contents/{key}', { params: { key: 'draftNotices' }, query: { language } })
  return (
    <Dialog open title={title} closeLabel={text.close} onClose={onClose} width={400}>
      {data !== undefined && data.content.length > 0 ? <Content nodes={data.content} /> : <p>{text.text}</p>}
    </Dialog>
  )
}
