import { paths } from '@coopline/contract/paths'
import type {
  ScheduledPayment,
  scheduledPayments,
} from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsd } from '@coopline/rules/kernel/money'
import { paymentMethodName } from '@coopline/rules/paying/payment-method/payment-method.messages'
import { formatScheduleDate } from '@coopline/rules/paying/scheduled-payments/scheduled-payments.messages'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Dialog } from '@coopline/ui/dialog'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { SiteMessage } from '../../../portal/page/site-message.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import styles from './scheduled-payments.module.css'

type Lines = typeof scheduledPayments
const listLine = 'GET /v3/members/{memberNumber}/scheduled-payments' satisfies Lines['list']['call']
const removeLine = 'DELETE /v3/members/{memberNumber}/scheduled-payments/{transNo}' satisfies Lines['remove']['call']

/** The member's scheduled payments, each with its accounts and a button to delete it (SP-01 to SP-09), below the cooperative's text (CG-41). */
export function ScheduledPaymentsPage() {
  const text = useText('scheduledPayments')
  const { member } = useSession()
  const { configuration } = useSite()
  return (
    <RequireFeature when={configuration.allowFutureDatedPayments}>
      <Stack gap="large">
        <PageHeading title={text.heading} />
        {member !== null && <ScheduledOf memberNumber={member.memberNumber} />}
      </Stack>
    </RequireFeature>
  )
}

function ScheduledOf({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('scheduledPayments')
  const list = useMemberRead(listLine, { params: { memberNumber } })
  const [shown, setShown] = useState<ScheduledPayment | null>(null)
  const { dialog: asking, open, close, replaceWith } = useOneDialog<ScheduledPayment>()
  const { success, succeedWith } = useSuccess()
  const send = useMemberSend(removeLine)
  const remove = ({ transNo }: ScheduledPayment) =>
    send.mutate(
      { params: { memberNumber, transNo } },
      {
        onSuccess: ({ message }) => {
          replaceWith(null)
          // The message must not appear beside the deleted payment.
          void list.refetch().then(() => succeedWith(message))
        },
      },
    )
  const columns = useColumns({ onShow: setShown, onDelete: open })
  return (
    <>
      <div>
        <ButtonLink href={paths.payMultiple()} variant="secondary">
          {text.schedule}
        </ButtonLink>
      </div>
      <SiteMessage of="scheduledPaymentsText">
        {success}
        <Loaded query={list} loading={text.loading} height="14rem">
          {({ scheduledPaymentsList }) => (
            <Card>
              <DataTable
                caption={text.heading}
                captionHidden
                columns={columns.filter(
                  ({ key }) => key !== 'fee' || scheduledPaymentsList.some((one) => one.convenienceFee > 0),
                )}
                rows={scheduledPaymentsList}
                rowKey={({ transNo }) => transNo}
                empty={text.empty}
              />
            </Card>
          )}
        </Loaded>
      </SiteMessage>
      {shown !== null && <AccountsDialog payment={shown} onClose={() => setShown(null)} />}
      {asking !== null && (
        <AskFirstDialog
          text={text.remove}
          cancel={text.remove.cancel}
          task={send}
          onSubmit={() => remove(asking)}
          onCancel={close}
        >
          {text.remove.ask}
        </AskFirstDialog>
      )}
    </>
  )
}

interface RowActions {
  readonly onShow: (payment: ScheduledPayment) => void
  readonly onDelete: (payment: ScheduledPayment) => void
}

function useColumns({ onShow, onDelete }: RowActions): readonly TableColumn<ScheduledPayment>[] {
  const text = useText('scheduledPayments')
  const { language } = useLanguage()
  const day = (date: ScheduledPayment['paymentDate']) => formatScheduleDate(date, language)
  return [
    { key: 'created', header: text.created, cell: (one) => <span className={styles.day}>{day(one.createdDate)}</span> },
    { key: 'type', header: text.type, cell: (one) => paymentMethodName(one.paymentType, language) },
    { key: 'amount', header: text.amount, align: 'end', cell: (one) => formatUsd(one.amount) },
    { key: 'fee', header: text.fee, align: 'end', cell: (one) => formatUsd(one.convenienceFee) },
    {
      key: 'method',
      header: text.method,
      cell: (one) => (one.paymentMethod === '' ? text.noMethod : one.paymentMethod),
    },
    {
      key: 'date',
      header: text.date,
      rowHeader: true,
      cell: (one) => <span className={styles.day}>{`${day(one.paymentDate)} ${text.time}`}</span>,
    },
    {
      key: 'accounts',
      header: text.accounts,
      cell: (one) => (
        <Button variant="quiet" onClick={() => onShow(one)}>
          {text.accountCount(one.accountDetails.length)}
        </Button>
      ),
    },
    {
      key: 'delete',
      header: text.actions,
      cell: (one) => (
        <Button
          variant="secondary"
          aria-label={text.remove.ofDate(day(one.paymentDate), formatUsd(one.amount))}
          onClick={() => onDelete(one)}
        >
          {text.actions}
        </Button>
      ),
    },
  ]
}

function AccountsDialog({ payment, onClose }: { readonly payment: ScheduledPayment; readonly onClose: () => void }) {
  const text = useText('scheduledPayments')
  const { language } = useLanguage()
  type Detail = ScheduledPayment['accountDetails'][number]
  const columns: readonly TableColumn<Detail>[] = [
    { key: 'account', header: text.account, rowHeader: true, cell: (one) => one.accountNumber },
    { key: 'type', header: text.type, cell: (one) => accountTypeWords(one.accountType, language) },
    { key: 'amount', header: text.amount, align: 'end', cell: (one) => formatUsd(one.amount) },
  ]
  return (
    <Dialog open title={text.toBePaid} closeLabel={text.close} onClose={onClose}>
      <DataTable
        caption={text.toBePaid}
        captionHidden
        columns={columns}
        rows={payment.accountDetails}
        rowKey={(one) => one.accountNumber}
        empty=""
      />
    </Dialog>
  )
}
