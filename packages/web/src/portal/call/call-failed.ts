import type { ProblemEntry } from '@coopline/contract/problem-body'
import { isRecord } from './is-record.ts'

/** The part of a problem body that the browser uses (REQ-D-003). */
interface Problem {
  readonly message: string
  readonly errors: readonly ProblemEntry[]
}

/** Thrown when the server answered a call with anything but success. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly statusText: string
  /** Everything that is wrong, each with its field when it belongs to one. */
  readonly errors: readonly ProblemEntry[]

  /** `message` is the server's own sentence for the member; empty when it gave none. */
  constructor(status: number, statusText: string, problem: Problem) {
    super(problem.message)
    this.status = status
    this.statusText = statusText
    this.errors = problem.errors
  }
}

/** Thrown when a call had no answer: no network, time-out, or an answer that is not of our API. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'

  constructor(line: string, options?: ErrorOptions) {
    super(`No answer to ${line}`, options)
  }
}

/** True when the browser knows that it has no network. False says nothing: the network may still not reach the server. */
export const isOffline = (): boolean => !navigator.onLine

/** Reads a problem body as far as it is one: an answer from something in between has no message of ours. */
export function parseProblem(body: unknown): Problem {
  const { detail, errors } = isRecord(body) ? body : {}
  return {
    message: typeof detail === 'string' ? detail : '',
    errors: Array.isArray(errors) ? errors.filter(isEntry) : [],
  }
}

const isEntry = (value: unknown): value is ProblemEntry =>
  isRecord(value) &&
  typeof value['code'] === 'string' &&
  typeof value['message'] === 'string' &&
  (value['field'] === undefined || typeof value['field'] === 'string')

type FailureListener = (failure: CallFailed, bearer: string | undefined) => void
const listeners = new Set<FailureListener>()

/** Hears of every failed call: the session ends on 401, maintenance is looked for on 503. */
export function onCallFailed(listener: FailureListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellCallFailed(failure: CallFailed, bearer: string | undefined): void {
  for (const listener of listeners) listener(failure, bearer)
}
