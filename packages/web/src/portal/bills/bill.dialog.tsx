import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { DocumentDialog } from '../document-viewer/document.dialog.tsx'
import { useLanguage, useText } from '../text/text.tsx'
import { loadBillDocument, type NamedBill } from './bill-calls.ts'

interface BillDialogProps extends NamedBill {
  readonly onClose: () => void
}

/** The PDF of a bill. Its page names the texts `documentViewer`; render it only while it is open. */
export function BillDialog({ onClose, ...named }: BillDialogProps) {
  const text = useText('documentViewer')
  const { language } = useLanguage()
  return (
    <DocumentDialog
      title={text.billOf(formatUsDate(named.bill.billDate))}
      load={() => loadBillDocument(named)}
      notFound={accountOverviewMessage('bill-file-missing', language)}
      onClose={onClose}
    />
  )
}
