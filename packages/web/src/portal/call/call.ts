import type { Calls, DownloadedFile } from '@coopline/contract/calls'
import { afterPress } from '@coopline/ui/press'
import { addressTemplate, fillAddress, requestHeaders } from './api-request.ts'
import { beginCall } from './calls-under-way.ts'
import { CallFailed, NoAnswer, parseProblem, tellCallFailed } from './call-failed.ts'
import { takeEarlyAnswer } from './early-work.ts'
import { findPortalView } from '../session/portal-view.ts'

declare module '@coopline/contract/calls' {
  interface DownloadedFile {
    readonly content: Blob
  }
}

/** A call of the contract by its line, such as `'POST /v3/quick-pay/verify/account/phone'`. */
export type CallLine = keyof Calls

/**
 * A part of a call that has nothing in it need not be given. The brackets keep the compiler from multiplying the parts of all
 * calls with each other.
 */
type Part<Name extends string, Value> = [Value] extends [Record<string, never>]
  ? { readonly [K in Name]?: Value }
  : { readonly [K in Name]: Value }

/** The input of a call: parameters, query and body as the contract says, and the options of sending. */
export type CallInput<C extends CallLine> = Part<'params', Calls[C]['params']> &
  Part<'query', Calls[C]['query']> &
  Part<'body', Calls[C]['body']> &
  CallOptions

interface CallOptions {
  /** Access token or quick-pay token. */
  readonly bearer?: string | undefined
  /** Identifies the operation: a repeated key gets the same answer, and the operation is done once. */
  readonly idempotencyKey?: string | undefined
  /** Give up after this many milliseconds; 30 seconds when absent. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** A failure is reported to the caller only and does not end the session. */
  readonly quiet?: boolean
}

interface LooseInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

const usualTimeoutMs = 30_000

/**
 * Makes a call of the contract on our own origin and answers its body.
 *
 * @throws CallFailed when the server answers anything but success.
 * @throws NoAnswer when it does not answer: no network, time-out, or something that is not ours in between.
 * @throws DOMException (AbortError) when `signal` was aborted by the caller.
 */
export async function call<C extends CallLine>(line: C, input: CallInput<C>): Promise<Calls[C]['answer']> {
  const loose: LooseInput = input
  const end = beginCall()
  try {
    // The server builds its answers by the same contract; parsing them here would load a schema library.
    return (await send(line, loose)) as Calls[C]['answer']
  } catch (error) {
    if (error instanceof CallFailed && loose.quiet !== true) tellCallFailed(error, loose.bearer)
    throw error
  } finally {
    // What the answer changes on the page waits for a press that is under way.
    await new Promise<void>(afterPress)
    end()
  }
}

/** Aborts as soon as one of the two does, for its reason. Browsers of 2022 have no `AbortSignal.any`. */
function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const signal of [one, other]) {
    if (signal.aborted) either.abort(signal.reason)
    else signal.addEventListener('abort', () => either.abort(signal.reason), { signal: either.signal })
  }
  return either.signal
}

async function send(line: string, input: LooseInput): Promise<unknown> {
  const [method = 'GET'] = line.split(' ')
  const timeout = AbortSignal.timeout(input.timeoutMs ?? usualTimeoutMs)
  const signal = input.signal === undefined ? timeout : eitherSignal(input.signal, timeout)
  const hasBody = method !== 'GET' && input.body !== undefined
  const bearer = isChangeInView(line, method) ? findPortalView()?.accessToken : input.bearer

  let response: Response
  let body: unknown
  try {
    response = await answerTo(fillAddress(addressTemplate(line, input.query), input.params), {
      method,
      headers: requestHeaders({ ...input, bearer }, hasBody),
      body: hasBody ? JSON.stringify(input.body) : null,
      signal,
    })
    body = (await readFile(response)) ?? (await readJson(response))
  } catch (error) {
    if (input.signal?.aborted === true) throw error
    throw new NoAnswer(line, { cause: error })
  }
  if (response.ok && body === undefined && response.status !== 204) throw new NoAnswer(line)
  if (response.ok) return body
  throw new CallFailed(response.status, response.statusText, parseProblem(body))
}

/**
 * In a portal view the server sees every call that is not a read as one of the view, and refuses it: those of visitors and of
 * Quick Pay, too. Only staff end the view themselves.
 */
const isChangeInView = (line: string, method: string): boolean =>
  method !== 'GET' && !line.includes(' /v3/staff/') && findPortalView() !== null

interface Request {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
}

/** Asks the server, unless the served page has asked it the same already. */
async function answerTo(address: string, request: Request): Promise<Response> {
  const early = request.method === 'GET' ? takeEarlyAnswer(address, request.headers) : undefined
  if (early === undefined) return fetch(address, { ...request, credentials: 'same-origin' })
  request.signal.addEventListener('abort', early.stop, { once: true })
  return early.answer
}

/** Reads the body as a file; `undefined` when the response is not one. */
async function readFile(response: Response): Promise<DownloadedFile | undefined> {
  const disposition = response.headers.get('content-disposition') ?? ''
  const fileName = /^attachment; filename="(?<name>[^"]+)"$/u.exec(disposition)?.groups?.['name']
  return response.ok && fileName !== undefined ? { fileName, content: await response.blob() } : undefined
}

/** The body as JSON, or `undefined` when it is something else: a proxy's page, for example. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
