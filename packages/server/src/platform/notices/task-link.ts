import { paths } from '@coopline/contract/paths'
import { type LinkTask, taskLinkHours } from '@coopline/rules/paying/task-links/task-link.messages'
import type { Deps } from '../deps.ts'
import { randomLinkId } from '../random.ts'
import { sha256 } from '../secrets/split-token.ts'
import type { NewTaskLink, NoticeRecipient } from './notice.store.ts'

const pageOf = { 'pay-bill': paths.payBill, 'see-outage': paths.seeOutage } as const

/**
 * Builds the address that opens one task of one account without a sign-in (decision 0100).
 *
 * @returns the address, and the row to insert, which has only the hash of its id.
 */
export function buildTaskLink(
  { env, random, clock }: Pick<Deps, 'env' | 'random' | 'clock'>,
  task: LinkTask,
  { memberNumber, about: accountNumber }: Pick<NoticeRecipient, 'memberNumber' | 'about'>,
): { readonly address: string; readonly row: NewTaskLink } {
  const id = randomLinkId(random)
  const expiresAt = new Date(clock.now().getTime() + taskLinkHours * 3_600_000)
  return {
    address: env.PUBLIC_ORIGIN + pageOf[task]({ token: id }),
    row: { idHash: sha256(id), task, memberNumber, accountNumber, expiresAt },
  }
}
