import { paths } from '@coopline/contract/paths'
import { Stack } from '@coopline/ui/stack'
import { storedAccount } from '../../../portal/session/stored-account.ts'
import type { StoredUser } from '../../../portal/session/stored-user.ts'
import { useText } from '../../../portal/text/text.tsx'
import { MemberPay } from './member-pay.tsx'

interface HomePayStepProps {
  readonly member: StoredUser
  readonly onCancel: () => void
}

/** Pays the member's selected account from the home page (HM-16), and leads to the others. */
export function HomePayStep({ member, onCancel }: HomePayStepProps) {
  const text = useText('payMultiple')
  const { memberNumber } = member
  return (
    <Stack>
      <MemberPay memberNumber={memberNumber} first={storedAccount(memberNumber)} onlyFirst onCancel={onCancel} />
      <p>
        <a href={paths.payMultiple()}>{text.others}</a>
      </p>
    </Stack>
  )
}
