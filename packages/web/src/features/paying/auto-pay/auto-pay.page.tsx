import type { AutopayAccount } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { paths } from '@coopline/contract/paths'
import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { autopayObstacleText, chargeDayText } from '@coopline/rules/paying/auto-pay/auto-pay.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import { methodsLine, methodTitle, type StoredMethod } from '../../../portal/paying/stored-methods.ts'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { AutoPayDialog, saveLine } from './auto-pay.dialog.tsx'

/** AutoPay of each account: set up, change, pause and cancel (RT-27, flag Autopay). */
export function AutoPayPage() {
  const text = useText('autoPay')
  const { member } = useSession()
  return (
    <RequireFeature when={hasFeature(useSite(), 'Autopay')}>
      <Stack gap="large">
        <PageHeading title={text.heading} lead={text.lead} />
        {member !== null && <AutoPayOf memberNumber={member.memberNumber} />}
      </Stack>
    </RequireFeature>
  )
}

function AutoPayOf({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('autoPay')
  const { none } = useText('paymentProfile')
  const input = { params: { memberNumber } }
  const accounts = useMemberRead('GET /v3/members/{memberNumber}/autopay', input)
  const methods = useMemberRead(methodsLine, input)
  const { success, succeedWith } = useSuccess()
  const onDone = async (said: string) => {
    // The message must not appear beside the old state.
    await accounts.refetch()
    succeedWith(said)
  }
  return (
    <>
      {success}
      <Loaded query={methods} loading={text.loading} height="20rem">
        {({ results: stored, kinds }) => (
          <Loaded query={accounts} loading={text.loading} height="20rem">
            {({ results }) =>
              results.length === 0 ? (
                <NoAccounts later={text.lead} />
              ) : (
                <Stack>
                  {stored.length === 0 && results.some(mayHaveAutoPay) && (
                    <>
                      <Alert tone="info" title={kinds.length === 0 ? none : text.noMethods} />
                      {kinds.length > 0 && (
                        <div>
                          <ButtonLink href={paths.paymentProfile()}>{text.toMethods}</ButtonLink>
                        </div>
                      )}
                    </>
                  )}
                  {results.map((account) => (
                    <AutoPayAccount
                      key={account.accountNumber}
                      memberNumber={memberNumber}
                      account={account}
                      methods={stored}
                      onDone={(said) => void onDone(said)}
                    />
                  ))}
                </Stack>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

const mayHaveAutoPay = ({ enrollment, obstacle }: AutopayAccount) => enrollment !== null || obstacle === null

interface AccountProps {
  readonly memberNumber: string
  readonly account: AutopayAccount
  readonly methods: readonly StoredMethod[]
  readonly onDone: (message: string) => void
}

function AutoPayAccount({ memberNumber, account, methods, onDone }: AccountProps) {
  const text = useText('autoPay')
  const { language } = useLanguage()
  const { dialog, open, close, replaceWith } = useOneDialog<{ readonly kind: 'form' | 'cancel' }>()
  const { accountNumber, accountType, enrollment, obstacle, serviceAddress } = account
  const params = { memberNumber, accountNumber }
  const name = text.account(accountTypeWords(accountType, language), accountNumber)
  const save = useMemberSend(saveLine, { onSuccess: ({ message }) => onDone(message) })
  const cancel = useMemberSend('DELETE /v3/members/{memberNumber}/accounts/{accountNumber}/autopay')
  const finish = (message: string) => {
    replaceWith(null)
    if (save.isError) save.reset()
    onDone(message)
  }
  const isPaused = enrollment?.state === 'paused'
  return (
    <Card title={name}>
      <Stack>
        <p>{serviceAddress}</p>
        <FailureAlert error={save.error} focusOnMount />
        {enrollment === null ? (
          <p>{obstacle === null ? text.off : autopayObstacleText(obstacle, language)}</p>
        ) : (
          <EnrollmentFacts account={account} enrollment={enrollment} methods={methods} />
        )}
        <Stack row>
          {mayHaveAutoPay(account) && methods.length > 0 && (
            <Button
              variant={enrollment === null ? 'primary' : 'secondary'}
              aria-label={enrollment === null ? text.setUpOf(name) : text.changeOf(name)}
              onClick={() => open({ kind: 'form' })}
            >
              {enrollment === null ? text.setUp : text.change}
            </Button>
          )}
          {enrollment !== null && (
            <>
              <Button
                variant="secondary"
                busy={save.isPending}
                busyLabel={text.form.busy}
                aria-label={isPaused ? text.resumeOf(name) : text.pauseOf(name)}
                onClick={() => {
                  const { methodId, daysBefore, maxAmount } = enrollment
                  save.mutate({ params, body: { methodId, daysBefore, maxAmount, isPaused: !isPaused } })
                }}
              >
                {isPaused ? text.resume : text.pause}
              </Button>
              <Button variant="secondary" aria-label={text.cancelOf(name)} onClick={() => open({ kind: 'cancel' })}>
                {text.cancel}
              </Button>
            </>
          )}
        </Stack>
        {dialog?.kind === 'form' && (
          <AutoPayDialog
            memberNumber={memberNumber}
            account={account}
            methods={methods}
            onClose={close}
            onDone={finish}
          />
        )}
        {dialog?.kind === 'cancel' && (
          <AskFirstDialog
            text={text.canceling}
            cancel={text.canceling.cancel}
            task={cancel}
            onCancel={close}
            onSubmit={() => cancel.mutate({ params }, { onSuccess: ({ message }) => finish(message) })}
          >
            {text.canceling.ask(name)}
          </AskFirstDialog>
        )}
      </Stack>
    </Card>
  )
}

interface FactsProps extends Pick<AccountProps, 'account' | 'methods'> {
  readonly enrollment: NonNullable<AutopayAccount['enrollment']>
}

function EnrollmentFacts({ account: { next }, enrollment, methods }: FactsProps) {
  const text = useText('autoPay')
  const { language } = useLanguage()
  const { state, methodId, daysBefore, maxAmount } = enrollment
  const method = methods.find((one) => one.methodId === methodId)
  const displayedNext = next && {
    waiting: text.nextOn(formatUsd(next.amount), formatUsDate(next.chargeOn)),
    stopped: text.nextStopped,
    'above-limit': text.nextAboveLimit(formatUsd(next.amount)),
  }
  return (
    <>
      <p>
        <strong>{state === 'paused' ? text.paused : text.on}</strong>
      </p>
      <Facts
        facts={[
          { label: text.method, value: method === undefined ? '–' : methodTitle(method, language) },
          { label: text.when, value: chargeDayText(daysBefore, language) },
          { label: text.limit, value: maxAmount === null ? text.noLimit : text.upTo(formatUsd(maxAmount)) },
          ...(next === null || displayedNext === null ? [] : [{ label: text.next, value: displayedNext[next.state] }]),
        ]}
      />
    </>
  )
}
