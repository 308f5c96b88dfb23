import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { paymentProfileText } from '@coopline/rules/paying/stored-method/payment-profile.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useCallback, useState } from 'react'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { memberCall } from '../../../portal/call/member-call.ts'
import { HandOffForm } from '../../../portal/paying/hand-off.form.tsx'
import { isSecureTarget, targetOf } from '../../../portal/paying/payment-wire.ts'
import { methodsLine } from '../../../portal/paying/stored-methods.ts'
import { useProviderReturn } from '../../../portal/paying/use-provider-return.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { MethodList } from './method-list.tsx'

/** The answer names a page that is not secure. */
const insecurePage = new CallFailed(500, '', { message: '', errors: [] })

/** The cards and bank accounts that the payment provider keeps for the member (RT-28). */
export function PaymentProfilePage() {
  const text = useText('paymentProfile')
  const { member } = useSession()
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.lead} />
      {member !== null && <MethodsOf memberNumber={member.memberNumber} />}
    </Stack>
  )
}

function MethodsOf({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('paymentProfile')
  const { language } = useLanguage()
  const methods = useMemberRead(methodsLine, { params: { memberNumber } })
  const { success, succeedWith } = useSuccess()
  const [requisition, setRequisition] = useState<Requisition | null>(null)
  const { refetch } = methods
  const ask = useCallback(
    async (encryptedPayload: string, signal: AbortSignal) => {
      const line = 'GET /v3/members/{memberNumber}/payment-methods/added'
      const { methodId } = await memberCall(line, { params: { memberNumber }, query: { encryptedPayload }, signal })
      return methodId === null ? null : true
    },
    [memberNumber],
  )
  const added = useProviderReturn({ ask, onDone: refetch })
  const [isRefused, setRefused] = useState(false)
  const add = useMemberSend('POST /v3/members/{memberNumber}/payment-methods', {
    onSuccess: (made) => {
      const isSecure = isSecureTarget(targetOf(made), window.location.protocol)
      setRefused(!isSecure)
      if (isSecure) setRequisition(made)
    },
  })
  const comeBack = useCallback(() => {
    setRequisition(null)
    void refetch()
  }, [refetch])
  const onDone = async (said: string) => {
    if (add.isError) add.reset()
    // The message must not appear beside the former list.
    await refetch()
    succeedWith(said)
  }

  if (requisition !== null) return <HandOffForm requisition={requisition} onComeBack={comeBack} />
  return (
    <>
      {success}
      {success === null && added === 'done' && <SuccessAlert title={paymentProfileText('added', language)} />}
      {added === 'checking' && <Alert tone="info" title={text.checking} />}
      {added === 'waiting' && <Alert tone="info" title={text.notAdded} />}
      <FailureAlert error={isRefused ? insecurePage : add.error} focusOnMount />
      <Loaded query={methods} loading={text.loading} height="14rem">
        {({ results, kinds, month }) => (
          <Card title={text.list}>
            <Stack>
              {results.length === 0 ? (
                <p>{kinds.length === 0 ? text.none : text.empty}</p>
              ) : (
                <MethodList
                  memberNumber={memberNumber}
                  methods={results}
                  month={month}
                  onDone={(said) => void onDone(said)}
                />
              )}
              {kinds.length > 0 && (
                <div>
                  <Button
                    busy={add.isPending}
                    busyLabel={text.addBusy}
                    onClick={() => add.mutate({ params: { memberNumber }, body: {} })}
                  >
                    {text.add}
                  </Button>
                </div>
              )}
            </Stack>
          </Card>
        )}
      </Loaded>
    </>
  )
}
