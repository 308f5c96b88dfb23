import { paths } from '@coopline/contract/paths'
import type { Deps } from '../../platform/deps.ts'
import type { Notice } from '../../platform/notices/notify-account.ts'
import { type AccountEvent, accountNotice } from './topic.messages.ts'

/** A notice about an account, with the link to it. @param key sets this notice apart from others of its topic. */
export const accountNoticeOf = (
  { env, settings }: Pick<Deps, 'env' | 'settings'>,
  accountNumber: string,
  event: AccountEvent,
  key: string,
): Notice => ({
  topic: event.topic,
  dedupeKey: `${event.topic}:${accountNumber}:${key}`,
  compose: (language) =>
    accountNotice(
      event,
      {
        accountNumber,
        coopName: settings.current().coopName,
        address: env.PUBLIC_ORIGIN + paths.accountOverview(),
      },
      language,
    ),
})
