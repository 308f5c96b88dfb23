import { render } from '@testing-library/react'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ActionCard } from './action-card.tsx'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { DataTable } from './data-table.tsx'
import { Dialog } from './dialog.tsx'
import { DigitsField } from './digits-field.tsx'
import { DisclosureMenu } from './disclosure-menu.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Facts } from './facts.tsx'
import { InfoTip } from './info-tip.tsx'
import { MoneyField } from './money-field.tsx'
import { PageHeading } from './page-heading.tsx'
import { Pager } from './pager.tsx'
import { RadioCards } from './radio-cards.tsx'
import { SelectField } from './select-field.tsx'
import { Skeleton } from './skeleton.tsx'
import { Stack } from './stack.tsx'
import { Steps } from './steps.tsx'

/** Colors need a real browser; everything else about names, roles and structure is judged here. */
async function violationsOf(page: ReactNode): Promise<string[]> {
  const { baseElement } = render(<main>{page}</main>)
  const { violations } = await axe.run(baseElement, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' ')}`)
}

test('axe finds nothing in a form with every kind of field, in error', async () => {
  const violations = await violationsOf(
    <form>
      <PageHeading title="Quick Pay" lead="Pay a bill without signing in." />
      <Steps label="Progress" steps={['Account', 'Pay']} current={1} compactText="Step 2 of 2" doneText="completed" />
      <ErrorSummary title="There is a problem" problems={[{ field: 'amount', text: 'Enter an amount.' }]} />
      <DigitsField label="Account number" hint="On your bill" error="Enter it." maxDigits={12} name="account" />
      <MoneyField
        label="Amount"
        name="amount"
        error="Enter an amount."
        onFormat={(typed) => typed}
        pasteRefusedText="Please type the amount."
      />
      <SelectField label="State" options={[{ value: 'WI', text: 'Wisconsin' }]} error="Choose one." />
      <CheckboxField label="I agree" error="You must agree." />
      <RadioCards
        legend="How to pay"
        name="method"
        error="Choose one."
        options={[
          { value: 'card', title: 'Card', tip: { label: 'About cards', text: 'Most of them.' } },
          { value: 'bank', title: 'Bank', disabledReason: 'Restricted.' },
        ]}
      />
      <Button type="submit" busy busyLabel="Paying…">
        Pay
      </Button>
      <Button disabledReason="Nothing to save.">Save</Button>
    </form>,
  )
  expect(violations).toEqual([])
})

test('axe finds nothing in a page of facts, cards, tables and navigation', async () => {
  const violations = await violationsOf(
    <Stack>
      <DisclosureMenu
        label="Main"
        menuLabel="Menu"
        items={[
          { title: 'Home', href: '/' },
          { title: 'More', columns: [{ heading: 'Help', links: [{ title: 'FAQ', href: '/faq' }] }] },
        ]}
      />
      <PageHeading title="Account" />
      <Alert tone="warning" title="Past due">
        Pay by Friday.
      </Alert>
      <Card title="Balance">
        <Facts
          facts={[
            { label: 'Due', value: '$10.00', note: 'by 01/02/2026' },
            { label: 'Total', value: '$10.00', total: true },
          ]}
        />
        <InfoTip label="About the total">With the fee.</InfoTip>
      </Card>
      <ActionCard href="/quick-pay" icon="bolt" title="Quick Pay" text="Without signing in" />
      <DataTable
        caption="Payments"
        rows={[{ date: '01/02/2026' }]}
        rowKey={(row) => row.date}
        columns={[{ key: 'date', header: 'Date', cell: (row) => row.date, rowHeader: true, sortable: true }]}
        empty="None yet."
        sorting={{ sort: { key: 'date', descending: true }, onSort: () => undefined, label: 'Sort by' }}
        rowHref={(row) => `/payment?date=${row.date}`}
      />
      <Pager
        page={2}
        pageSize={5}
        total={60}
        sizes={[5, 10]}
        onPage={() => undefined}
        onSize={() => undefined}
        words={{
          label: 'Pages',
          previous: 'Previous page',
          next: 'Next page',
          page: (page) => `Page ${page}`,
          shown: (first, last, total) => `${first}–${last} of ${total}`,
          size: 'Rows per page',
        }}
      />
      <Skeleton lines={2} />
    </Stack>,
  )
  expect(violations).toEqual([])
})

test('axe finds nothing in an open dialog', async () => {
  const violations = await violationsOf(
    <Dialog open title="Recent payment" closeLabel="Close" onClose={() => undefined} footer={<Button>Continue</Button>}>
      Would you like to proceed?
    </Dialog>,
  )
  expect(violations).toEqual([])
})
