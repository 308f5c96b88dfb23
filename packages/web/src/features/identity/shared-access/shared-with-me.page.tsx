import type { SharedWithMe } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { paths } from '@coopline/contract/paths'
import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useListDialogs } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'

/** The accounts that others share with the login that is signed in. */
export function SharedWithMePage() {
  const memberNumber = useSession().member?.memberNumber
  const { sharedAccess } = useSite().settings
  if (memberNumber === undefined) return null
  return (
    <RequireFeature when={sharedAccess} otherwise={paths.home()}>
      <Shared memberNumber={memberNumber} />
    </RequireFeature>
  )
}

function Shared({ memberNumber }: { readonly memberNumber: string }) {
  const { shared: text } = useText('sharedAccess')
  const isNew = usePageQuery().get('accepted') === 'true'
  const list = useMemberRead('GET /v3/members/{memberNumber}/shared-with-me', { params: { memberNumber } })
  const { dialog, success, open, close, closeWith } = useListDialogs<SharedWithMe>(() => void list.refetch())
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.lead} />
      {isNew && success === null && <SuccessAlert title={text.accepted} />}
      {success}
      <Loaded query={list} loading={text.loading} height="12rem">
        {({ shared }) =>
          shared.length === 0 ? (
            <Alert tone="info" title={text.none}>
              <p>{text.noneLead}</p>
            </Alert>
          ) : (
            <Stack gap="large">
              {shared.map((one) => (
                <SharedCard key={one.id} one={one} onLeave={() => open(one)} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {dialog !== null && (
        <LeaveDialog memberNumber={memberNumber} one={dialog} onLeft={() => closeWith(text.left)} onCancel={close} />
      )}
    </Stack>
  )
}

type SharedAccount = SharedWithMe['accounts'][number]

function SharedCard({ one, onLeave }: { readonly one: SharedWithMe; readonly onLeave: () => void }) {
  const { shared: text } = useText('sharedAccess')
  const { language } = useLanguage()
  const columns: readonly TableColumn<SharedAccount>[] = [
    {
      key: 'account',
      header: text.account,
      rowHeader: true,
      cell: accountCell(one.id),
    },
    { key: 'type', header: text.type, cell: ({ accountType }) => accountTypeWords(accountType, language) },
    { key: 'address', header: text.address, cell: ({ serviceAddress }) => serviceAddress },
  ]
  return (
    <Card title={text.from(one.memberName)}>
      <Stack>
        <p>
          {text.rights[one.rights]} {text.until(formatUsDate(one.lastDay))}
        </p>
        <DataTable
          caption={text.from(one.memberName)}
          captionHidden
          columns={columns}
          rows={one.accounts}
          rowKey={({ accountNumber }) => accountNumber}
          empty=""
        />
        <Stack row>
          <Button variant="quiet" aria-label={text.leaveOf(one.memberName)} onClick={onLeave}>
            {text.leave}
          </Button>
        </Stack>
      </Stack>
    </Card>
  )
}

const accountCell =
  (access: string) =>
  ({ accountNumber }: SharedAccount): ReactNode => (
    <a href={paths.sharedAccount({ access, accountno: accountNumber })}>{accountNumber}</a>
  )

interface LeaveDialogProps {
  readonly memberNumber: string
  readonly one: SharedWithMe
  readonly onLeft: () => void
  readonly onCancel: () => void
}

function LeaveDialog({ memberNumber, one, onLeft, onCancel }: LeaveDialogProps) {
  const { shared: text, cancel } = useText('sharedAccess')
  const leave = useMemberSend('DELETE /v3/members/{memberNumber}/shared-with-me/{id}', { onSuccess: onLeft })
  return (
    <AskFirstDialog
      text={{ title: text.leaveTitle, submit: text.leave, busy: text.leaveBusy }}
      cancel={cancel}
      task={leave}
      onSubmit={() => leave.mutate({ params: { memberNumber, id: one.id } })}
      onCancel={onCancel}
    >
      {text.leaveAsk(one.memberName)}
    </AskFirstDialog>
  )
}
