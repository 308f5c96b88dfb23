import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { DocumentDialog } from '../../../portal/document-viewer/document.dialog.tsx'
import { loadCapitalCreditDocument } from '../../../portal/document-viewer/load-capital-credit.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { loadBillDocument } from './load-documents.ts'
import type { AccountInfo, BillRow, Overview } from './use-overview.ts'

/** The document that is shown in front of the overview. */
export type OpenDocument =
  | { readonly kind: 'bill'; readonly bill: BillRow }
  | { readonly kind: 'capital-credit'; readonly info: AccountInfo }

interface DocumentDialogsProps extends Pick<Overview, 'info' | 'bills'> {
  readonly memberNumber: string
  readonly shown: OpenDocument
  readonly onClose: () => void
}

/** A bill or the capital credits as PDF; for a bill that cannot be shown, the dialog that says so (AO-39, AO-52, AO-54). */
export function DocumentDialogs({ memberNumber, shown, info, bills, onClose }: DocumentDialogsProps) {
  const { history: text } = useText('accountOverview')
  const { language } = useLanguage()
  if (shown.kind === 'capital-credit') {
    return (
      <DocumentDialog
        title={text.capitalCreditTitle}
        load={() =>
          loadCapitalCreditDocument(
            memberNumber,
            shown.info.viewccPdfUrl,
            async () => (await info.refetch()).data?.viewccPdfUrl,
          )
        }
        notFound={accountOverviewMessage('capital-credit-file-missing', language)}
        onClose={onClose}
      />
    )
  }
  const { bill } = shown
  if (bill.billViewUrl === '') return <NoBillDialog onClose={onClose} />
  return (
    <DocumentDialog
      title={text.billTitle(formatUsDate(bill.billDate))}
      load={() => loadBillDocument(memberNumber, bill, async () => (await bills.refetch()).data?.results ?? [])}
      notFound={accountOverviewMessage('bill-file-missing', language)}
      onClose={onClose}
    />
  )
}

function NoBillDialog({ onClose }: { readonly onClose: () => void }) {
  const { history: text } = useText('accountOverview')
  const { common } = useText('shell')
  const { language } = useLanguage()
  return (
    <Dialog
      open
      title={text.noBillTitle}
      onClose={onClose}
      closeLabel={common.close}
      width={400}
      footer={<Button onClick={onClose}>{common.close}</Button>}
    >
      <p>{accountOverviewMessage('no-bill', language)}</p>
    </Dialog>
  )
}
