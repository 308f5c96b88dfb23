import { useState } from 'react'
import { DisclosureMenu, type MenuItem } from '../src/disclosure-menu.tsx'
import { Steps } from '../src/steps.tsx'
import { Tabs } from '../src/tabs.tsx'
import { TextField } from '../src/text-field.tsx'
import type { Specimens } from './specimens.ts'

const href = '#disclosure-menu'

const items: readonly MenuItem[] = [
  { title: 'Home', href, current: true },
  {
    title: 'Payments',
    columns: [
      { heading: 'Pay', links: [{ title: 'Quick Pay', href }] },
      {
        heading: 'History',
        links: [
          { title: 'Billing history', href },
          { title: 'Deposits', href },
        ],
      },
    ],
  },
  { title: 'Our site', href, external: true },
]

const itemsInSpanish: readonly MenuItem[] = [
  { title: 'Inicio', href },
  { title: 'Facturas y pagos', columns: [{ links: [{ title: 'Historial de facturación', href }] }] },
]

function ControlledTabs({ label, titles }: { readonly label: string; readonly titles: readonly string[] }) {
  const [selected, onSelect] = useState('0')
  const tabs = titles.map((title, index) => ({ key: String(index), title, content: <TextField label={title} /> }))
  return <Tabs label={label} tabs={tabs} selected={selected} onSelect={onSelect} />
}

const steps = ['Account', 'Verify', 'Pay']

export const navigation: Specimens = {
  'disclosure-menu': {
    closed: <DisclosureMenu label="Main" menuLabel="Menu" items={items} />,
    Spanish: <DisclosureMenu label="Principal" menuLabel="Menú" items={itemsInSpanish} />,
  },
  steps: {
    first: <Steps label="Progress" steps={steps} current={0} compactText="Step 1 of 3: Account" doneText="completed" />,
    last: (
      <Steps
        label="Progress at the end"
        steps={steps}
        current={2}
        compactText="Step 3 of 3: Pay"
        doneText="completed"
      />
    ),
    'long text': (
      <Steps
        label="Progress of the application"
        steps={['Service address', 'Applicant and co-applicant', 'Previous address', 'Documents', 'Review and sign']}
        current={1}
        compactText="Step 2 of 5: Applicant and co-applicant"
        doneText="completed"
      />
    ),
    Spanish: (
      <Steps
        label="Avance"
        steps={['Cuenta', 'Verificar', 'Pagar']}
        current={1}
        compactText="Paso 2 de 3: Verificar"
        doneText="completado"
      />
    ),
  },
  tabs: {
    few: <ControlledTabs label="My Profile" titles={['Login', 'Paperless']} />,
    'long text': (
      <ControlledTabs
        label="Notifications"
        titles={[
          'Bills and payments',
          'Outages and planned maintenance',
          'Usage alerts',
          'News',
          'Contacts',
          'Devices',
        ]}
      />
    ),
    Spanish: <ControlledTabs label="Mi perfil" titles={['Inicio de sesión', 'Factura electrónica']} />,
  },
}
