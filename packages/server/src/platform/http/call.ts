import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@coopline/contract/endpoint'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { SystemScope } from '@coopline/rules/site/system-api/system-scopes'
import type { Language } from '@coopline/rules/kernel/problem'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../db/open-database.ts'
import type { Deps } from '../deps.ts'
import type { FeatureJob } from '../jobs/feature-job.ts'
import type { EventBodies } from '../events/event-schema.ts'
import type { FeatureData } from '../feature-data.ts'
import type { HeavyWorkKind } from '../work/heavy-work.ts'
import type { HostCookie } from './host-cookies.ts'
import type { ClientShare } from './limit-clients.ts'

/** The authenticated caller, by the `auth` of the endpoint. */
export type Caller =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'quick-pay'
      readonly memberNumber: string
      readonly accountNumber: string
      /** Hash of the token as text: the scope of values that are bound to this grant. */
      readonly grantId: string
    }
  | {
      readonly kind: 'quick-pay-result'
      /** True when the token shows only the results of the payments that were made with it. */
      readonly isExpired: boolean
      readonly memberNumber: string
      readonly accountNumber: string
      readonly grantId: string
    }
  | {
      readonly kind: 'member'
      readonly memberNumber: string
      readonly loginId: string
      readonly sessionId: string
      /** The time at which the member last proved their identity. */
      readonly provenAt: Date
      /** Staff who see the portal as this member (decision 0219); `undefined` for the member. */
      readonly viewer?: { readonly viewId: string; readonly username: string; readonly role: StaffRole }
    }
  | {
      readonly kind: 'staff'
      readonly staffId: string
      readonly sessionId: string
      /** The username of the staff member, as in the audit. */
      readonly username: string
      readonly role: StaffRole
    }
  | {
      readonly kind: 'registration'
      readonly accountNumber: string
      readonly memberNumber: string
      /** The contact that was verified. */
      readonly contact: string
      readonly tokenHash: Uint8Array
    }
  | {
      readonly kind: 'application-link'
      readonly tokenHash: Uint8Array
    }
  | { readonly kind: 'provider' }
  | { readonly kind: 'partner' }
  | { readonly kind: 'text-service' }
  | {
      readonly kind: 'data-token'
      readonly memberNumber: string
      /** The connection the token belongs to. */
      readonly grantId: string
      /** The token's scopes, a subset of the connection's. */
      readonly scope: string
    }
  | {
      readonly kind: 'system'
      readonly keyId: string
      /** The name that the cooperative gave the key, for the audit. */
      readonly name: string
      readonly scopes: readonly SystemScope[]
      readonly share: ClientShare
    }

/** The caller of an endpoint whose `auth` is `Kind`. */
export type CallerOf<Kind extends Endpoint['auth']> = Extract<Caller, { kind: Kind }>

/** A staff member who is signed in to the staff console. */
export type StaffCaller = CallerOf<'staff'>

/** A member who is signed in. */
export type MemberCaller = CallerOf<'member'>

/** Facts of the request that use cases may need, free of anything Fastify. */
export interface RequestFacts {
  readonly id: string
  /** Address of the client, proxies taken off; IPv6 as its /64. */
  readonly clientAddress: string
  /** Network of the client: IPv4 /24, IPv6 /48. */
  readonly clientNetwork: string
  readonly language: Language
  readonly header: (name: string) => string | undefined
  /** All headers, with lower-case names. */
  readonly headers: () => Readonly<Record<string, string>>
  readonly cookie: (name: string) => string | undefined
  /** The raw body; empty unless the endpoint requires it. */
  readonly rawBody: Uint8Array
  /** The body in a media type of the endpoint's `streams`, which can be read once. `undefined` for JSON. */
  readonly stream?: RequestStream
}

/** A body that is read piece by piece, as it arrives. Reading throws TooLarge beyond the endpoint's limit. */
interface RequestStream {
  readonly media: string
  readonly pieces: AsyncIterable<Buffer>
}

/** The facts that a handler may set on the answer in addition to its body. */
export interface AnswerFacts {
  /**
   * Sets a `__Host-` cookie: Secure, HttpOnly, SameSite=Strict, Path=/, without Domain. Outside https it has neither the
   * prefix nor Secure on the wire; `RequestFacts.cookie` still finds it by this name.
   *
   * @param maxAgeSeconds how long the browser keeps it; without a value it ends with the browser.
   */
  readonly setCookie: (name: HostCookie, value: string, maxAgeSeconds?: number) => void
  readonly clearCookie: (name: HostCookie) => void
  /** Answers 202: what was asked for is stored and done later. */
  readonly setLater: () => void
}

/** A call as its handler gets it. The endpoint types everything that the caller sent, and the caller. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: CallerOf<E['auth']>
  readonly request: RequestFacts
  readonly reply: AnswerFacts
  readonly deps: Deps
}

/** The caller and the facts of a member's request: the part of the call that use cases take. */
export interface MemberRequest {
  readonly caller: MemberCaller
  readonly request: RequestFacts
}

/** The caller and the facts of a call of the staff console: the part of the call that use cases take. */
export interface StaffRequest {
  readonly caller: StaffCaller
  readonly request: RequestFacts
}

export interface RouteOptions {
  /** Heavy work of the handler. Its queue is bounded. */
  readonly needs?: HeavyWorkKind
  /** Tells whether the cooperative offers this at all. Where it does not, the call is answered 403. */
  readonly isOffered?: (settings: Settings) => boolean
  /**
   * True when the answer may be seconds old: `deps.db` is then the read replica, where there is one. Only for handlers that do
   * nothing but read, and that read nothing a member has just changed.
   */
  readonly mayBeSecondsOld?: boolean
}

export interface Routes {
  /**
   * Serves an endpoint of the contract. Each endpoint is served exactly once.
   *
   * The mount has checked the caller before the handler runs: their `auth`, for staff the role, for members the proof that the endpoint
   * asks for. For staff it has written the audit line as well: who calls what, about which member of the path; only a `background`
   * endpoint leaves none. A handler for members that names an account passes what it found of it through `requireOwnAccount`.
   */
  readonly on: <E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<AnswerOf<E>>,
    options?: RouteOptions,
  ) => void
}

/** Proves who calls, from headers and cookies. @throws NotSignedIn when the proof fails. */
export type Authenticator<Proven extends Caller = Caller> = (
  deps: Deps,
  request: RequestFacts,
  params: Readonly<Record<string, unknown>>,
  endpoint: Endpoint,
) => Promise<Proven>

/** The proofs that a feature offers, by the `auth` of endpoints. A portal view stands in for the session of a member. */
export type Authenticators = { readonly [Kind in Endpoint['auth']]?: Authenticator<CallerOf<Kind>> } & {
  readonly 'portal-view'?: Authenticator<MemberCaller>
}

/** One slice as the server mounts it. */
export interface Feature {
  readonly routes: (routes: Routes) => void
  readonly authenticators?: Authenticators
  /** Starts every transaction of a member's call, and throws to refuse it. One feature has it. */
  readonly guardMember?: (tx: Tx, caller: MemberCaller) => Promise<void>
  /** Serves what is not of the contract: pages and files. */
  readonly pages?: (deps: Deps, server: FastifyInstance) => void
  readonly jobs?: readonly FeatureJob[]
}

/** A slice in the list of the server: the facts about its tables, which every process has, and what a serving process loads. */
export interface FeatureManifest extends FeatureData {
  readonly events?: () => Promise<EventBodies>
  readonly load: () => Promise<Feature>
}
