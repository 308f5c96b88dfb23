import { credentialRecovery } from '@coopline/contract/identity/credential-recovery/credential-recovery.contract'
import type { BodyOf } from '@coopline/contract/endpoint'
import { deliverMessagesJob } from '../platform/messages/deliver-messages.job.ts'
import { messagesOf } from './registering.ts'
import type { CallOptions, TestPortal } from './test-portal.ts'

export const newPassword = 'gX7#pLq2vR'

/** Requests a link by username; the mail is not written yet. */
export const forget = async (
  portal: TestPortal,
  body: BodyOf<typeof credentialRecovery.forgotPassword> = { username: 'ada.lindqvist' },
  more: CallOptions = {},
) => portal.call(credentialRecovery.forgotPassword, { body, ...more })

/** Writes the requested emails into the outbox, where they stay. */
export async function writeMails(portal: TestPortal): Promise<void> {
  portal.jobs.handle(deliverMessagesJob, async () => {})
  await portal.jobs.runWaiting()
}

/** The link in the last mail that has one. @throws Error when there is none. */
export async function lastLink(portal: TestPortal): Promise<URL> {
  const bodies = (await messagesOf(portal)).map(({ body_text: text }) => text)
  const address = bodies
    .findLast((text) => text.includes('otc='))
    ?.split('\n')
    .find((line) => line.includes('otc='))
  if (address === undefined) throw new Error('No link was sent')
  return new URL(address)
}

/** A link that Ada requested, and its one-time code. */
export async function openedLink(portal: TestPortal): Promise<string> {
  await forget(portal)
  await writeMails(portal)
  return (await lastLink(portal)).searchParams.get('otc') ?? ''
}

export const validate = async (portal: TestPortal, otc: string) =>
  portal.call(credentialRecovery.validateLink, { body: { otc } })

export const reset = async (
  portal: TestPortal,
  otc: string,
  over: Partial<BodyOf<typeof credentialRecovery.reset>> = {},
  more: CallOptions = {},
) =>
  portal.call(credentialRecovery.reset, {
    body: { membername: 'Ada Lindqvist', password: newPassword, cnfpassword: newPassword, otc, ...over },
    ...more,
  })
