import { accountTypeWords, statusWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { displayedStatus } from '@coopline/rules/accounts/account-status/account-status'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { AccountInfo } from './use-overview.ts'

/** The account's holder, its address, and whether its power is on. */
export function DetailsCard({ info }: { readonly info: AccountInfo }) {
  const { details: text } = useText('accountOverview')
  const { language } = useLanguage()
  const status = displayedStatus(info)
  const { meters } = info
  const facts = [
    { label: text.holder, value: info.accountHolderName },
    { label: text.number, value: info.accountNumber },
    { label: text.status, value: statusWords(status, language) },
    { label: text.type, value: accountTypeWords(info.accountType, language) },
    { label: text.address, value: info.serviceAddress },
    { label: text.power, value: text.powers[info.power] },
    ...(meters.length === 0 ? [] : [{ label: text.meters(meters.length), value: meters.join(', ') }]),
  ]
  return (
    <Card title={text.title}>
      <Facts facts={facts} />
    </Card>
  )
}
