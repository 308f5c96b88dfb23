import type { Endpoint } from '@coopline/contract/endpoint'
import type { LightMyRequestResponse } from 'fastify'

/** Names and their values, as in a path, a query or headers. */
export type Texts = Readonly<Record<string, string>>

/** Differences from the valid call. */
export interface Attempt {
  readonly params?: Texts
  readonly query?: Texts
  /** The raw query, after the question mark. */
  readonly search?: string
  readonly body?: unknown
  /** The raw body. */
  readonly payload?: string | Buffer
  /** Header values; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Client address. */
  readonly from?: string
  readonly method?: Endpoint['method'] | 'HEAD' | 'PATCH' | 'OPTIONS' | 'TRACE'
}

/** An endpoint with a valid call of it. */
export interface EndpointFixture {
  readonly endpoint: Endpoint
  readonly params: Texts
  readonly query: Texts
  readonly body: unknown
  readonly headers: Texts
  readonly send: (attempt?: Attempt) => Promise<LightMyRequestResponse>
}

export type ValidCall = Pick<EndpointFixture, 'params' | 'query' | 'body' | 'headers'>

/** Some calls succeed only once, because they use up a code or a session: each try builds a new one. */
export type CallSource = ValidCall | (() => Promise<ValidCall>)
