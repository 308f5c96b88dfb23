import { fillAddress, requestHeaders } from '../../portal/call/api-request.ts'
import type { EarlyWork, PageReads } from '../../portal/call/early-work.ts'
import { isRecord } from '../../portal/call/is-record.ts'
import { storedAccount } from '../../portal/session/stored-account.ts'
import { findStoredUser } from '../../portal/session/stored-user.ts'

const accountNumberShape = /^[0-9]{1,12}$/u

/**
 * Starts the first calls of a page. Those of a members' page are made as the member stored in this browser; the browser adds the
 * cookie, the other half of their session. It keeps only the pending answers.
 */
export function startReads(
  { ofMember, accounts, ofAccount, open }: PageReads,
  early: Pick<EarlyWork, 'answers' | 'isOver'>,
): void {
  const { answers } = early
  const readOpen = (): void => {
    for (const address of open) void ask(address, requestHeaders({}), answers)
  }
  if (ofMember === null) return readOpen()
  const user = findStoredUser()
  if (user === null) return
  const { memberNumber, accessToken: bearer } = user
  const read = (template: string, accountNumber = ''): Promise<Response> =>
    ask(fillAddress(template, { memberNumber, accountNumber }), requestHeaders({ bearer }), answers)
  for (const template of ofMember) void read(template)
  if (accounts === null) return

  const named = new URLSearchParams(window.location.search).get('accountno')
  const kept = storedAccount(memberNumber)
  const first = named ?? kept
  if (first !== null && !accountNumberShape.test(first)) return

  const readAccount = (accountNumber: string): void => {
    for (const template of ofAccount) void read(template, accountNumber)
  }
  const list = read(first === null ? accounts : `${accounts}&first=${first}`)
  readOpen()
  // The tab's stored account was the member's own; one in the address may be another member's.
  if (named === null && kept !== null) return readAccount(kept)
  const goOn = async () => {
    const found = await firstOf((await list).clone())
    // The portal has stopped taking answers, or another tab has renewed the session.
    if (early.isOver === true || findStoredUser()?.accessToken !== bearer) return
    if (found !== null && (named === null || named === found)) readAccount(found)
  }
  // Without the list the page itself asks for it again, and says what is wrong.
  goOn().catch(() => undefined)
}

function ask(address: string, headers: Record<string, string>, answers: EarlyWork['answers']): Promise<Response> {
  const stopping = new AbortController()
  const answer = fetch(address, { headers, credentials: 'same-origin', signal: stopping.signal })
  // The code that takes the answer handles a failure.
  answer.catch(() => undefined)
  answers.set(address, { headers, answer, stop: () => stopping.abort() })
  return answer
}

async function firstOf(answer: Response): Promise<string | null> {
  const body: unknown = await answer.json()
  const results: unknown = isRecord(body) ? body['results'] : null
  const first: unknown = Array.isArray(results) ? results[0] : null
  const accountNumber = isRecord(first) ? first['accountNumber'] : null
  return typeof accountNumber === 'string' ? accountNumber : null
}
