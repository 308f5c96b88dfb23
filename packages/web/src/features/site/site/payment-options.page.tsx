import { paths } from '@coopline/contract/paths'
import { PageHeading } from '@coopline/ui/page-heading'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { CardGrid } from './card-grid.tsx'
import type { SiteCard } from './home-cards.ts'

/** The ways of paying, each leading to its page (PO-01 to PO-03, REQ-D-036). */
export function PaymentOptionsPage() {
  const { links } = useText('shell')
  const { paymentOptions: texts } = useText('site')
  const { whecEnabled, allowCreditDraft, allowBankDraft } = useSite().configuration
  const isReachable = useReachable()
  const drafts: SiteCard = {
    icon: 'bank',
    title: whecEnabled ? links.ezPay : links.draftPayments,
    text: texts.drafts,
    href: paths.draftPayments(),
  }
  const cards: readonly SiteCard[] = [
    { icon: 'leaf', title: texts.paperlessTitle, text: texts.paperless, href: paths.myProfile({ paperless: 'true' }) },
    { icon: 'card', title: texts.payNowTitle, text: texts.payNow, href: paths.payMultiple() },
    ...(allowCreditDraft || allowBankDraft ? [drafts] : []),
  ]
  const open = cards.filter(({ href }) => isReachable(href))
  return (
    <>
      <PageHeading title={links.paymentOptions} lead={open.length === 0 ? texts.none : texts.lead} />
      <CardGrid cards={open} />
    </>
  )
}
