import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { type LinkTask, taskLinkText } from '@coopline/rules/paying/task-links/task-link.messages'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { isLinkId } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { offersPayLinks } from './payable-by-link.ts'
import { findTaskLink, type TaskLink } from './task-links.store.ts'

const isOffered: Readonly<Record<LinkTask, (settings: Settings) => boolean>> = {
  'pay-bill': offersPayLinks,
  'see-outage': ({ taskLinks, Outage }) => taskLinks && Outage,
}

/** An opened link, and its scope of idempotency keys. */
export interface OpenLink extends TaskLink {
  readonly scope: string
}

/**
 * Loads the link with that id. A link opens its task only, and proves nothing else about the caller.
 *
 * @param graceMs the time after its end during which the link still counts, in milliseconds.
 * @throws Refused, always the same, for a link that is unknown, expired, of another task or of an account that has moved to another
 *   member, and when the cooperative does not offer the task.
 */
export async function loadTaskLink(deps: Deps, task: LinkTask, token: string, graceMs = 0): Promise<OpenLink> {
  if (!isLinkId(token) || !isOffered[task](deps.settings.current())) throw linkNotGood()
  const idHash = sha256(token)
  const found = await findTaskLink(deps.db, idHash, task, new Date(deps.clock.now().getTime() - graceMs))
  if (found === undefined) throw linkNotGood()
  return { ...found, scope: `link:${Buffer.from(idHash).toString('base64url')}` }
}

/**
 * Loads a link for a visitor who opens it. Counts the call for the rate limit, and records it in the audit.
 *
 * @throws TooManyAttempts; Refused as `loadTaskLink`.
 */
export async function openTaskLink(
  deps: Deps,
  request: RequestFacts,
  task: LinkTask,
  token: string,
): Promise<OpenLink> {
  await limitVisitor(deps, request, { kind: 'task-link.open', limit: deps.settings.current().taskLinkCallsPerHour })
  const link = await loadTaskLink(deps, task, token)
  const { memberNumber, accountNumber } = link
  await recordAudit(deps.db, {
    kind: 'task-link.opened',
    at: deps.clock.now(),
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { task },
  })
  return link
}

export const linkNotGood = (): Refused =>
  new Refused(new Refusal('link-not-good', (language) => taskLinkText('notGood', language)))
