import { vi } from 'vitest'

/**
 * The server's answers to calls, by their line without the query: a body, a problem, a promise of either, or a
 * function that makes one from the address with its query.
 */
export type Answers = Readonly<Record<string, unknown>>

export const aProblem = (status: number, detail = '', errors: readonly object[] = []): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status, detail, requestId: 'r', errors }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

export interface SentCall {
  readonly line: string
  readonly address: string
  readonly init: RequestInit
}

/** Stands for the network. A call without an answer fails as if there were none. */
export function answerCalls(answers: Answers): readonly SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, 'http://portal.test').pathname.replace(/^\/api/u, '')
    const line = `${init.method ?? 'GET'} ${path}`
    sent.push({ line, address, init })
    if (!(line in answers)) throw new TypeError(`Nothing answers ${line}`)
    const kept: unknown = answers[line]
    const answer: unknown = await (typeof kept === 'function' ? kept(address) : kept)
    return answer instanceof Response ? answer.clone() : new Response(JSON.stringify(answer))
  })
  return sent
}

/** The query of a call's address. */
export const queryOf = (address: string): URLSearchParams => new URL(address, 'http://portal.test').searchParams
