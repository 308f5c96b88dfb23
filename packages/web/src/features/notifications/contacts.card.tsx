import type { Contact } from '@coopline/contract/notifications/notifications.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { Loaded } from '../../portal/loaded.tsx'
import { SuccessAlert } from '../../portal/success-alert.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { ContactCodeDialog } from './contact-code.dialog.tsx'
import { type CodeSent, ContactEntryDialog } from './contact-entry.dialog.tsx'
import { ContactTable } from './contact-table.tsx'
import { RemoveContactDialog } from './remove-contact.dialog.tsx'
import { shownContact } from './shown-contact.ts'

type Asked =
  | { readonly kind: 'entry'; readonly contact: Contact | null }
  | { readonly kind: 'code'; readonly contact: Contact; readonly codeMinutes: number | null }
  | { readonly kind: 'remove'; readonly contact: Contact }

interface ContactsCardProps {
  readonly memberNumber: string
  /** Something about the contacts has changed. */
  readonly onChanged?: () => void
}

/** The member's contacts: add, confirm, edit and delete them. */
export function ContactsCard({ memberNumber, onChanged }: ContactsCardProps) {
  const text = useText('notifications')
  const list = useMemberRead('GET /v3/members/{memberNumber}/contacts', { params: { memberNumber } })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [success, setSuccess] = useState<string | null>(null)

  const ask = (next: Asked) => {
    setSuccess(null)
    setAsked(next)
  }
  const close = () => setAsked(null)
  const refresh = () => {
    void list.refetch()
    onChanged?.()
  }
  const closeWith = (said: string) => {
    setSuccess(said)
    close()
    refresh()
  }
  const sent = ({ contact, codeMinutes }: CodeSent) => {
    setAsked({ kind: 'code', contact, codeMinutes })
    refresh()
  }
  return (
    <Card title={text.contacts.title}>
      <Stack>
        {success !== null && <SuccessAlert key={success} title={success} />}
        <p>{text.contacts.lead}</p>
        <Loaded query={list} loading={text.contacts.loading} height="10rem">
          {({ contacts }) => (
            <ContactTable
              contacts={contacts}
              onConfirm={(contact) => ask({ kind: 'code', contact, codeMinutes: null })}
              onChange={(contact) => ask({ kind: 'entry', contact })}
              onRemove={(contact) => ask({ kind: 'remove', contact })}
            />
          )}
        </Loaded>
        <Stack row>
          <Button variant="secondary" onClick={() => ask({ kind: 'entry', contact: null })}>
            {text.contacts.add}
          </Button>
        </Stack>
      </Stack>
      {asked?.kind === 'entry' && (
        <ContactEntryDialog
          memberNumber={memberNumber}
          contact={asked.contact}
          textOffered={list.data?.textOffered ?? false}
          onSent={sent}
          onCancel={close}
        />
      )}
      {asked?.kind === 'code' && (
        <ContactCodeDialog
          memberNumber={memberNumber}
          contact={asked.contact}
          codeMinutes={asked.codeMinutes}
          onConfirmed={() => closeWith(text.code.done(shownContact(asked.contact)))}
          onCancel={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <RemoveContactDialog
          memberNumber={memberNumber}
          contact={asked.contact}
          onRemoved={() => closeWith(text.removal.removed(shownContact(asked.contact)))}
          onCancel={close}
        />
      )}
    </Card>
  )
}
