import { hasExpired } from '@coopline/rules/paying/stored-method/check-stored-method'
import { storedMethodMessage, storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { methodTitle, displayedMonth, type StoredMethod } from '../../../portal/paying/stored-methods.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { NameDialog } from './name.dialog.tsx'
import styles from './payment-profile.module.css'

interface MethodListProps {
  readonly memberNumber: string
  readonly methods: readonly StoredMethod[]
  /** This month, yyyy-MM. */
  readonly month: string
  readonly onDone: (message: string) => void
}

interface OpenDialog {
  readonly kind: 'name' | 'remove'
  readonly method: StoredMethod
}

const updateLine = 'PUT /v3/members/{memberNumber}/payment-methods/{methodId}'

/** Each method with what pays with it; the default one is first. One that is in use says why it cannot be removed. */
export function MethodList({ memberNumber, methods, month, onDone }: MethodListProps) {
  const text = useText('paymentProfile')
  const { language } = useLanguage()
  const { dialog, open, close, replaceWith } = useOneDialog<OpenDialog>()
  const update = useMemberSend(updateLine)
  const remove = useMemberSend('DELETE /v3/members/{memberNumber}/payment-methods/{methodId}')
  const finish = (message: string) => {
    replaceWith(null)
    if (update.isError) update.reset()
    onDone(message)
  }
  const paramsOf = ({ methodId }: StoredMethod) => ({ params: { memberNumber, methodId } })
  return (
    <>
      <FailureAlert error={update.error} focusOnMount />
      <ul className={styles.list} aria-label={text.list}>
        {methods.map((method) => {
          const name = methodTitle(method, language)
          return (
            <li key={method.methodId}>
              <Description method={method} month={month} />
              <Stack row>
                {!method.isDefault && (
                  <Button
                    variant="secondary"
                    aria-label={text.makeDefaultOf(name)}
                    onClick={() =>
                      update.mutate(
                        { ...paramsOf(method), body: { nickname: method.nickname, isDefault: true } },
                        { onSuccess: ({ message }) => onDone(message) },
                      )
                    }
                  >
                    {text.makeDefault}
                  </Button>
                )}
                <Button
                  variant="secondary"
                  aria-label={text.renameOf(name)}
                  onClick={() => open({ kind: 'name', method })}
                >
                  {text.rename}
                </Button>
                <Button
                  variant="secondary"
                  aria-label={text.removeOf(name)}
                  disabledReason={method.uses.length === 0 ? undefined : text.inUse(usesOf(method, text).join(', '))}
                  onClick={() => open({ kind: 'remove', method })}
                >
                  {text.remove}
                </Button>
              </Stack>
            </li>
          )
        })}
      </ul>
      {dialog?.kind === 'name' && (
        <NameDialog memberNumber={memberNumber} method={dialog.method} onClose={close} onDone={finish} />
      )}
      {dialog?.kind === 'remove' && (
        <AskFirstDialog
          text={text.removing}
          cancel={text.removing.cancel}
          task={remove}
          onCancel={close}
          onSubmit={() => remove.mutate(paramsOf(dialog.method), { onSuccess: ({ message }) => finish(message) })}
        >
          {text.removing.ask(methodTitle(dialog.method, language))}
        </AskFirstDialog>
      )}
    </>
  )
}

/** The enrollments that use the method, each with its account. */
const usesOf = ({ uses }: StoredMethod, text: TextsOf<'paymentProfile'>): readonly string[] =>
  uses.map(({ kind, accountNumber }) => text.usedBy(text.pays[kind] ?? kind, accountNumber))

function Description({ method, month }: { readonly method: StoredMethod; readonly month: string }) {
  const text = useText('paymentProfile')
  const { language } = useLanguage()
  const { expiry, nickname, isDefault, isOutOfReach } = method
  const facts = [
    ...(nickname === '' ? [] : [storedMethodName(method, language)]),
    ...(expiry === null ? [] : [(hasExpired(method, month) ? text.expired : text.expires)(displayedMonth(expiry))]),
    ...(isOutOfReach === true ? [storedMethodMessage({ code: 'method-out-of-reach' }, language)] : []),
    ...(isDefault ? [text.isDefault] : []),
    ...usesOf(method, text),
  ]
  return (
    <div className={styles.method}>
      <strong>{methodTitle(method, language)}</strong>
      <span className={styles.small}>{facts.join(' · ')}</span>
    </div>
  )
}
