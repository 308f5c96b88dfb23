import type { Endpoint } from '@coopline/contract/endpoint'
import type { LightMyRequestResponse } from 'fastify'
import type { SignedIn } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

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

export interface ValidCall extends Pick<EndpointFixture, 'params' | 'query' | 'body' | 'headers'> {
  /** The raw body of a call that takes no JSON; its media type is in the headers. */
  readonly payload?: string
}

/** Some calls succeed only once, because they use up a code or a session: each try builds a new one. */
export type CallSource = ValidCall | (() => Promise<ValidCall>)

/** A call without credentials. */
export const visitor: ValidCall = { params: {}, query: {}, body: undefined, headers: { applicationid: 'Web' } }

/** Builds a call of a signed-in member that names the member. */
export const asMember = (session: SignedIn): ValidCall => ({
  ...visitor,
  params: { memberNumber: session.memberNumber },
  headers: { authorization: `Bearer ${session.bearer}`, cookie: session.cookie, applicationid: 'Web' },
})

/** The facts from which a slice builds its calls: Ada has an account and a login. */
export interface FixtureBase {
  readonly portal: TestPortal
  readonly loginId: string
  /** A live session of Ada's with a recent proof. */
  readonly signedIn: () => Promise<SignedIn>
  /** Builds a call of Ada's that names her. */
  readonly own: () => Promise<ValidCall>
  /** Builds a call of Ada's that names her and her account. */
  readonly ofAccount: () => Promise<ValidCall>
}

/** Valid calls of a slice's endpoints: the export `fixtures` of its `*.fixtures.ts`, which `endpoint-fixtures.ts` finds. */
export type SliceFixtures = (base: FixtureBase) => Promise<readonly (readonly [Endpoint, CallSource])[]>
