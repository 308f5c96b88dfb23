import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type {
  StaffListedPayment,
  StaffPaymentPosition,
  staffPayments,
} from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { StaffSearchField } from '../../../portal/staff/staff-search-field.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { PageSteps } from '../../../portal/form/page-steps.tsx'
import { usePositions } from '../../../portal/page/use-positions.ts'
import { useStateNames } from './use-state-names.ts'

const searchLine = 'POST /v3/staff/payments/search' satisfies (typeof staffPayments)['search']['call']

/** Payments: those under review first, or those with a number that the caller names. */
export function FindPaymentsPage() {
  const { find: text } = useText('staffPayments')
  const [searched, setSearched] = useState('')
  return (
    <StaffPage title={text.heading} lead={text.lead} roles={staffRights.payments}>
      <Card>
        <SearchForm onSearch={setSearched} />
      </Card>
      <Found searched={searched} />
    </StaffPage>
  )
}

function SearchForm({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const { find: text } = useText('staffPayments')
  const form = useRuleForm(
    () => [],
    () => '',
    { start: { text: '' }, onSubmit: (values) => onSearch(values.text.trim()) },
  )
  return (
    <PortalForm
      form={form}
      busy={false}
      error={null}
      gap="medium"
      submit={{ label: text.submit, busyLabel: text.submit }}
    >
      <StaffSearchField {...form.text('text')} label={text.field} hint={text.hint} />
    </PortalForm>
  )
}

function Found({ searched }: { readonly searched: string }) {
  const { find: text } = useText('staffPayments')
  const { after, ...steps } = usePositions<StaffPaymentPosition>(searched)
  const query = useStaffRead(searchLine, { body: { text: searched, after } })
  return (
    <Card title={searched === '' ? text.all : text.results(searched)}>
      <Loaded query={query} loading={text.loading} height="24rem">
        {({ payments, next }) => (
          <Stack>
            <PaymentTable payments={payments} />
            <PageSteps of={text.heading} {...steps} next={next} />
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

function PaymentTable({ payments }: { readonly payments: readonly StaffListedPayment[] }) {
  const { find: text } = useText('staffPayments')
  const { language } = useLanguage()
  const nameOf = useStateNames()
  const columns: readonly TableColumn<StaffListedPayment>[] = [
    { key: 'payment', header: text.payment, rowHeader: true, cell: ({ transNo }) => transNo },
    { key: 'state', header: text.state, cell: ({ state }) => nameOf(state) },
    { key: 'when', header: text.when, cell: ({ requestedAt }) => formatInstant(requestedAt, language) },
    { key: 'member', header: text.member, cell: ({ memberNumber }) => memberNumber },
    {
      key: 'accounts',
      header: text.accounts,
      cell: ({ accounts }) => accounts.map(({ accountNumber }) => accountNumber).join(', '),
    },
    { key: 'confirmation', header: text.confirmation, cell: ({ confirmationNumber }) => confirmationNumber ?? '–' },
    { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => formatUsd(amount) },
  ]
  return (
    <DataTable
      caption={text.all}
      captionHidden
      columns={columns}
      rows={payments}
      rowKey={({ transNo }) => transNo}
      rowHref={({ transNo }) => paths.staffPayment({ number: transNo })}
      empty={text.none}
    />
  )
}
