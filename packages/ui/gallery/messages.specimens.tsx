import { useState } from 'react'
import { Alert } from '../src/alert.tsx'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Content } from '../src/content.tsx'
import { ErrorSummary } from '../src/error-summary.tsx'
import { LoadingBar } from '../src/loading-bar.tsx'
import { PageHeading } from '../src/page-heading.tsx'
import { Stack } from '../src/stack.tsx'
import { VisuallyHidden } from '../src/visually-hidden.tsx'
import type { Specimens } from './specimens.ts'

function StartedLoadingBar() {
  const [isActive, setActive] = useState(false)
  return (
    <>
      <LoadingBar active={isActive} />
      <Button variant="secondary" onClick={() => setActive(!isActive)}>
        {isActive ? 'Stop loading' : 'Start loading'}
      </Button>
    </>
  )
}

export const messages: Specimens = {
  alert: {
    error: (
      <Alert tone="error" title="Your card was declined">
        <p>Use another card, or pay from a bank account.</p>
      </Alert>
    ),
    success: <Alert tone="success" title="Your phone number is saved" />,
    warning: (
      <Alert tone="warning" title="Service ends on 12/04/2026">
        <p>
          Pay $142.37 before then. <a href="#alert">See your bill</a>
        </p>
      </Alert>
    ),
    info: <Alert tone="info">Bills of the past 36 months are here.</Alert>,
    'long text': (
      <Alert
        tone="info"
        title="Planned maintenance of the payment system on Saturday from 10:00 PM until Sunday 2:00 AM"
      >
        <p>You can see your bills and report outages during this time. Payments that you scheduled before are made.</p>
      </Alert>
    ),
    Spanish: <Alert tone="error" title="Su tarjeta fue rechazada" />,
  },
  card: {
    plain: <Card>Your next bill arrives on 12/15/2026.</Card>,
    titled: <Card title="Balance">$142.37 is due on 12/06/2026.</Card>,
    'with footer': (
      <Card title="Paperless billing" footer={<Button variant="secondary">Change</Button>}>
        Your bills arrive by email.
      </Card>
    ),
    Spanish: (
      <Card title="Saldo" level={3}>
        Debe $142.37. Vence el 6 de diciembre.
      </Card>
    ),
  },
  content: {
    block: (
      <Content
        nodes={[
          { t: 'h3', c: ['Office hours'] },
          { t: 'p', c: ['Monday to Friday, ', { t: 'strong', c: ['7:30 AM to 4:00 PM'] }, '.'] },
          {
            t: 'ul',
            c: [
              { t: 'li', c: ['Osseo'] },
              { t: 'li', c: [{ t: 'a', a: { href: '/map' }, c: ['Eleva'] }] },
            ],
          },
          {
            t: 'table',
            c: [
              {
                t: 'tr',
                c: [
                  { t: 'th', c: ['Rate'] },
                  { t: 'th', c: ['Cents per kWh'] },
                ],
              },
              {
                t: 'tr',
                c: [
                  { t: 'td', c: ['Residential'] },
                  { t: 'td', c: ['11.9'] },
                ],
              },
            ],
          },
        ]}
      />
    ),
    inline: (
      <p>
        <Content inline nodes={['Call ', { t: 'a', a: { href: 'tel:+17155550100' }, c: ['(715) 555-0100'] }, '.']} />
      </p>
    ),
    empty: <Content nodes={[]} />,
    Spanish: <Content nodes={[{ t: 'p', c: ['La oficina está ', { t: 'em', c: ['cerrada'] }, ' los domingos.'] }]} />,
  },
  'error-summary': {
    one: <ErrorSummary title="There is a problem" problems={[{ field: 'amount', text: 'Enter an amount.' }]} />,
    'long text': (
      <ErrorSummary
        title="There are 2 problems"
        problems={[
          { field: 'first', text: 'Enter a name of at most 50 characters. Use the short form if it has one.' },
          { field: 'phone', text: 'Enter a phone number where we can reach you during an outage.' },
        ]}
      />
    ),
    Spanish: <ErrorSummary title="Hay un problema" problems={[{ field: 'monto', text: 'Ingrese un monto.' }]} />,
  },
  'loading-bar': { idle: <StartedLoadingBar /> },
  'page-heading': {
    title: <PageHeading title="Account overview" />,
    'with lead and actions': (
      <PageHeading
        title="Billing history"
        lead="Bills and payments of the past 36 months."
        actions={<Button variant="secondary">Print</Button>}
      />
    ),
    'long text': (
      <PageHeading
        title="Application for electric service at an address that the cooperative does not serve yet"
        actions={<Button variant="secondary">Save and continue later</Button>}
      />
    ),
    Spanish: <PageHeading title="Resumen de la cuenta" lead="Saldo, facturas y pagos." />,
  },
  stack: {
    small: (
      <Stack gap="small">
        <span>One</span>
        <span>Two</span>
      </Stack>
    ),
    medium: (
      <Stack>
        <span>One</span>
        <span>Two</span>
      </Stack>
    ),
    large: (
      <Stack gap="large">
        <span>One</span>
        <span>Two</span>
      </Stack>
    ),
    row: (
      <Stack row>
        <Button>Save</Button>
        <Button variant="secondary">Cancel</Button>
        <Button variant="quiet">Reset</Button>
      </Stack>
    ),
  },
  'visually-hidden': {
    'read only by screen readers': (
      <p>
        $142.37 <VisuallyHidden>past due</VisuallyHidden>
      </p>
    ),
  },
}
