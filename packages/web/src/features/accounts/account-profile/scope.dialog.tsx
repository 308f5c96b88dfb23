import { scopeQuestion } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { useLanguage, useText } from '../../../portal/text/text.tsx'

interface ScopeDialogProps {
  readonly about: 'address' | 'phone'
  readonly onAnswer: (scope: 'ONE' | 'ALL') => void
  /** Nothing is saved, and the form stays unchanged. */
  readonly onClose: () => void
}

/** Asks whether a change is for all of the member's accounts that have the same; one is the usual answer. */
export function ScopeDialog({ about, onAnswer, onClose }: ScopeDialogProps) {
  const { scope, edit } = useText('accountProfile')
  const { language } = useLanguage()
  return (
    <Dialog
      open
      title={scope.title}
      closeLabel={edit.cancel}
      onClose={onClose}
      width={600}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer('ALL')}>
            {scope.all}
          </Button>
          <Button onClick={() => onAnswer('ONE')}>{scope.one}</Button>
        </>
      }
    >
      <p>{scopeQuestion(about, language)}</p>
    </Dialog>
  )
}
