import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { DocumentDialog } from '../../../portal/document-viewer/document.dialog.tsx'
import { loadCapitalCreditDocument } from '../../../portal/document-viewer/load-capital-credit.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { AccountInfo, BillRow, Overview } from './use-overview.ts'
import { dotNetTicks } from '@coopline/rules/kernel/dot-net-ticks'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { type DocumentFile, documentFromBase64 } from '../../../portal/document-viewer/document-file.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { lines } from './overview-settings.ts'

/**
 * Loads a bill as PDF. The handle of a bill is valid for 15 minutes: after a failure the bills are reloaded and the call is
 * retried once.
 *
 * @param reload reloads the bills of the account.
 * @throws CallFailed when there is no such document; else as `memberCall`.
 */
async function loadBillDocument(
  memberNumber: string,
  bill: BillRow,
  reload: () => Promise<readonly BillRow[]>,
): Promise<DocumentFile> {
  try {
    return await fetchBill(memberNumber, bill)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const fresh = (await reload()).find(({ billDate }) => billDate === bill.billDate)
    if (fresh === undefined || fresh.billViewUrl === '') throw error
    return fetchBill(memberNumber, fresh)
  }
}

async function fetchBill(memberNumber: string, bill: BillRow): Promise<DocumentFile> {
  const { billViewUrl, statementStartDate } = bill
  const answer = await memberCall(lines.billPdf, {
    params: { memberNumber },
    body: { billViewUrl, statementStartDate, timeTick: dotNetTicks(new Date()) },
  })
  return documentFromBase64(answer.fileName, answer.billViewUrlFileBytes)
}

const isNotFound = (error: unknown): boolean => error instanceof CallFailed && error.status === 404

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
