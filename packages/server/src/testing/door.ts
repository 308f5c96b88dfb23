import type { Endpoint } from '@coopline/contract/endpoint'
import type { LightMyRequestResponse } from 'fastify'

/** Names and their values, as in a path, a query or headers. */
export type Texts = Readonly<Record<string, string>>

/** What differs from the call that is let through. */
export interface Attempt {
  readonly params?: Texts
  readonly query?: Texts
  /** The query as it stands, after the question mark. */
  readonly search?: string
  readonly body?: unknown
  /** The body as it stands. */
  readonly payload?: string | Buffer
  /** Header values; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Address the call comes from. */
  readonly from?: string
  readonly method?: Endpoint['method'] | 'HEAD' | 'PATCH' | 'OPTIONS' | 'TRACE'
}

/** An endpoint with everything that a call of it needs to be let through. */
export interface Door {
  readonly endpoint: Endpoint
  readonly params: Texts
  readonly query: Texts
  readonly body: unknown
  readonly headers: Texts
  readonly send: (attempt?: Attempt) => Promise<LightMyRequestResponse>
}

export type Key = Pick<Door, 'params' | 'query' | 'body' | 'headers'>

/** Some calls are good once – a code, a session that they end – and need a new key each time. */
export type Keys = Key | (() => Promise<Key>)
