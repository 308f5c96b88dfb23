import { profileMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { BlockName } from './use-profile-save.ts'

interface ProfileBlockProps {
  readonly section: BlockName
  readonly view: ReactNode
  readonly form: ReactNode
  readonly isOpen: boolean
  /** The cooperative lets members change it. */
  readonly canEdit: boolean
  readonly otherIsOpen: boolean
  readonly isUnderReview: boolean
  /** Something was just done, and what says so has the keyboard. */
  readonly hasSuccess: boolean
  readonly onEdit: () => void
}

/** A part of the profile: read-only with a button to change it, or its form. */
export function ProfileBlock(props: ProfileBlockProps) {
  const { section, view, form, isOpen, canEdit, otherIsOpen, isUnderReview, hasSuccess, onEdit } = props
  const text = useText('accountProfile')
  const { language } = useLanguage()
  const { title, edit } = text[section]
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Given up, the form leaves the keyboard where it was opened.
    if (wasOpen.current && !isOpen && !hasSuccess) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, hasSuccess])
  if (isOpen) return <Card title={title}>{form}</Card>
  const reason = isUnderReview ? profileMessage('pending-review', language) : text.edit.otherIsOpen
  const opener = (
    <Button
      ref={button}
      variant="secondary"
      onClick={onEdit}
      disabledReason={isUnderReview || otherIsOpen ? reason : undefined}
    >
      {edit}
    </Button>
  )
  return (
    <Card title={title} footer={canEdit ? opener : undefined}>
      {view}
    </Card>
  )
}
