import { dotNetTicks } from '@coopline/rules/kernel/dot-net-ticks'
import { CallFailed } from '../call/call-failed.ts'
import { memberCall } from '../call/member-call.ts'
import { type DocumentFile, documentFromBase64 } from './document-file.ts'

/**
 * Loads a capital-credit document as PDF. Its handle is valid for 15 minutes: after a failure it is asked for again and the call is
 * retried once.
 *
 * @param reload answers the handle anew; empty or `undefined` when there is none.
 * @throws CallFailed when there is no such document; else as `memberCall`.
 */
export async function loadCapitalCreditDocument(
  memberNumber: string,
  viewccPdfUrl: string,
  reload: () => Promise<string | undefined>,
): Promise<DocumentFile> {
  try {
    return await fetchDocument(memberNumber, viewccPdfUrl)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error
    const fresh = await reload()
    if (fresh === undefined || fresh === '') throw error
    return fetchDocument(memberNumber, fresh)
  }
}

async function fetchDocument(memberNumber: string, viewccPdfUrl: string): Promise<DocumentFile> {
  const answer = await memberCall('POST /v3/members/{memberNumber}/capital-credits/pdf', {
    params: { memberNumber },
    body: { viewccPdfUrl, timeTick: dotNetTicks(new Date()) },
  })
  return documentFromBase64(answer.fileName, answer.ccViewUrlFileBytes)
}
