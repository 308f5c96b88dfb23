import { useState } from 'react'
import { ActionCard } from '../src/action-card.tsx'
import { Button } from '../src/button.tsx'
import { ButtonLink } from '../src/button-link.tsx'
import { CopyButton } from '../src/copy-button.tsx'
import { Dialog } from '../src/dialog.tsx'
import { Icon, iconNames } from '../src/icon.tsx'
import { IconButton } from '../src/icon-button.tsx'
import { InfoTip } from '../src/info-tip.tsx'
import { Stack } from '../src/stack.tsx'
import type { Specimens } from './specimens.ts'

function OpenedDialog({ button, large = false }: { readonly button: string; readonly large?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog
        open={isOpen}
        title="Cancel the scheduled payment of $1,284.07?"
        closeLabel="Close"
        onClose={close}
        large={large}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Keep payment
            </Button>
            <Button variant="danger" onClick={close}>
              Cancel payment
            </Button>
          </>
        }
      >
        <p>You can schedule it again until the due date.</p>
      </Dialog>
    </>
  )
}

export const actions: Specimens = {
  'action-card': {
    'with text': (
      <ActionCard href="#action-card" icon="bolt" title="Report an outage" text="Tell us where it is dark." />
    ),
    'title only': <ActionCard href="#action-card" icon="bill" title="See your bill" />,
    external: <ActionCard href="#action-card" icon="home" title="Visit our site" text="Opens a new window." external />,
    'long text': (
      <ActionCard
        href="#action-card"
        icon="card"
        title="Set up automatic payments for every account of your membership"
        text="We charge the card or bank account you choose on the due date of each bill, and email you three days ahead."
      />
    ),
    Spanish: <ActionCard href="#action-card" icon="mail" title="Active la factura electrónica" text="Sin papel." />,
  },
  button: {
    primary: <Button>Pay now</Button>,
    secondary: <Button variant="secondary">Cancel</Button>,
    quiet: <Button variant="quiet">Show more</Button>,
    danger: <Button variant="danger">Remove card</Button>,
    busy: (
      <Button busy busyLabel="Paying…">
        Pay now
      </Button>
    ),
    'busy, secondary': (
      <Button variant="secondary" busy busyLabel="Saving…">
        Save
      </Button>
    ),
    disabled: <Button disabledReason="Choose an account first.">Pay now</Button>,
    'disabled, secondary': (
      <Button variant="secondary" disabledReason="Nothing has changed.">
        Save
      </Button>
    ),
    'full width': <Button fullWidth>Continue</Button>,
    'long text': <Button>Pay the past-due balance of all accounts of this membership now</Button>,
    Spanish: (
      <Button busy busyLabel="Procesando el pago…">
        Pagar ahora
      </Button>
    ),
  },
  'button-link': {
    variants: (
      <Stack row>
        <ButtonLink href="#button-link">Sign in</ButtonLink>
        <ButtonLink href="#button-link" variant="secondary">
          Register
        </ButtonLink>
        <ButtonLink href="#button-link" variant="quiet">
          Forgot your password?
        </ButtonLink>
      </Stack>
    ),
    'long text': <ButtonLink href="#button-link">See the bills and payments of the past thirty-six months</ButtonLink>,
    Spanish: <ButtonLink href="#button-link">Iniciar sesión</ButtonLink>,
  },
  'copy-button': {
    idle: <CopyButton text="JBSWY3DPEHPK3PXP" label="Copy key" copied="Copied" failed="Select the key and copy it." />,
    Spanish: (
      <CopyButton
        text="JBSWY3DPEHPK3PXP"
        label="Copiar clave"
        copied="Copiada"
        failed="Seleccione la clave y cópiela."
      />
    ),
  },
  dialog: {
    question: <OpenedDialog button="Open dialog" />,
    large: <OpenedDialog button="Open large dialog" large />,
  },
  icon: {
    text: (
      <Stack row gap="small">
        {iconNames.map((name) => (
          <Icon key={name} name={name} label={name} />
        ))}
      </Stack>
    ),
    large: (
      <Stack row gap="small">
        {iconNames.map((name) => (
          <Icon key={name} name={name} size="large" label={`${name}, large`} />
        ))}
      </Stack>
    ),
  },
  'icon-button': {
    idle: <IconButton icon="print" label="Print" />,
    disabled: <IconButton icon="minus" label="Zoom out" idle />,
    Spanish: <IconButton icon="download" label="Descargar" />,
  },
  'info-tip': {
    closed: <InfoTip label="About the convenience fee">The payment provider charges this fee.</InfoTip>,
    'long text': (
      <InfoTip label="About the reconnect fee">
        We charge the reconnect fee when we restore service after a cutoff. It is due with the past-due balance, and it
        appears on your next bill.
      </InfoTip>
    ),
    Spanish: <InfoTip label="Acerca del cargo">El proveedor de pagos cobra este cargo.</InfoTip>,
  },
}
