import type { Calls } from '@coopline/contract/calls'
import { Content } from '@coopline/ui/content'
import { HandOffForm } from '../../../portal/paying/hand-off.form.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import type { initiateLine } from './draft-reads.ts'

export type DraftHandOff = Calls[typeof initiateLine]['answer']

interface HostedForwardProps {
  readonly handOff: DraftHandOff
  readonly onComeBack: () => void
}

/** The cooperative's words while a member is taken to the provider's page, loaded before (DR-79). */
export function useForwardMessage() {
  const { language } = useLanguage()
  const input = { params: { key: 'hostedForwardMessage' as const }, query: { language } }
  return useRead('GET /v3/site/contents/{key}', input).data?.content ?? []
}

/** Takes the member to the provider's page, on which the member enters what is drafted. */
export function HostedForward({ handOff, onComeBack }: HostedForwardProps) {
  const { forward } = useText('drafts')
  const message = useForwardMessage()
  const { actionUrl, clientId, transNo, securityToken, fields, redirectUrl } = handOff
  return (
    <HandOffForm
      requisition={{
        paymentRequisitionSettings: { actionUrl, clientId, transNo, securityToken },
        configuration: { fields },
        redirectUrl,
      }}
      onComeBack={onComeBack}
      message={message.length > 0 ? <Content nodes={message} /> : <p>{forward}</p>}
    />
  )
}
