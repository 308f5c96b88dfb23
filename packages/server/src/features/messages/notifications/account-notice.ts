import { paths } from '@coopline/contract/paths'
import type { LinkTask } from '@coopline/rules/paying/task-links/task-link.messages'
import type { Deps } from '../../../platform/deps.ts'
import type { Notice } from '../../../platform/notices/notify-account.ts'
import { type AccountEvent, accountNotice } from './topic.messages.ts'

/**
 * A notice about an account, with the link to it.
 *
 * @param key sets this notice apart from others of its topic.
 * @param task what the notice's own link opens without a sign-in.
 */
export const accountNoticeOf = (
  { env, settings }: Pick<Deps, 'env' | 'settings'>,
  accountNumber: string,
  event: AccountEvent,
  key: string,
  task?: LinkTask,
): Notice => ({
  topic: event.topic,
  dedupeKey: `${event.topic}:${accountNumber}:${key}`,
  task,
  compose: (language, taskLink) =>
    accountNotice(
      event,
      {
        accountNumber,
        coopName: settings.current().coopName,
        address: env.PUBLIC_ORIGIN + paths.accountOverview(),
        taskLink,
      },
      language,
    ),
})
