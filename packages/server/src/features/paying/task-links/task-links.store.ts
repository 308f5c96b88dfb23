import type { LinkTask } from '@coopline/rules/paying/task-links/task-link.messages'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface TaskLink {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly expiresAt: Date
}

/**
 * Finds the link with that hash, for that task, if it expires after that moment; `undefined` also when the account has moved to another
 * member since the message was sent.
 */
export async function findTaskLink(
  executor: Executor,
  idHash: Uint8Array,
  task: LinkTask,
  expiresAfter: Date,
): Promise<TaskLink | undefined> {
  const row = await executor
    .selectFrom('portal.task_link as link')
    .innerJoin('cis.account as account', (join) =>
      join
        .onRef('account.account_number', '=', 'link.account_number')
        .onRef('account.member_number', '=', 'link.member_number'),
    )
    .select(['link.member_number', 'link.account_number', 'link.expires_at'])
    .where('link.id_hash', '=', idHash)
    .where('link.task', '=', task)
    .where('link.expires_at', '>', expiresAfter)
    .executeTakeFirst()
  return row && { memberNumber: row.member_number, accountNumber: row.account_number, expiresAt: row.expires_at }
}
