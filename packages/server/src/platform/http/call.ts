import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@coopline/contract/endpoint'
import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { Language } from '@coopline/rules/kernel/problem'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../db/open-database.ts'
import type { Deps } from '../deps.ts'
import type { EventBodies } from '../events/event-schema.ts'
import type { FeatureData } from '../feature-data.ts'
import type { HeavyWorkKind } from '../work/heavy-work.ts'
import type { HostCookie } from './host-cookies.ts'

/** The authenticated caller. */
export type Caller =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'quick-pay'
      readonly memberNumber: string
      readonly accountNumber: string
      /** Hash of the token as text: the scope of values that are bound to this grant. */
      readonly grantId: string
    }
  | {
      /** The token has expired: it shows the results of the payments made with it, and opens nothing else. */
      readonly kind: 'quick-pay-result'
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

/** A staff member who is signed in to the staff console. */
export type StaffCaller = Extract<Caller, { kind: 'staff' }>

/** A member who is signed in. */
export type MemberCaller = Extract<Caller, { kind: 'member' }>

/** Facts of the request that use cases may need, free of anything Fastify. */
export interface RequestFacts {
  readonly id: string
  /** Address of the client, proxies taken off; IPv6 as its /64. */
  readonly clientAddress: string
  /** Network of the client: IPv4 /24, IPv6 /48. */
  readonly clientNetwork: string
  readonly language: Language
  readonly header: (name: string) => string | undefined
  readonly cookie: (name: string) => string | undefined
  /** The raw body; empty unless the endpoint requires it. */
  readonly rawBody: Uint8Array
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
}

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: Caller
  readonly request: RequestFacts
  readonly reply: AnswerFacts
  readonly deps: Deps
}

/** The caller and the facts of a member's request: the part of the call that use cases take. */
export interface MemberRequest {
  readonly caller: MemberCaller
  readonly request: RequestFacts
}

type MemberCall<E extends Endpoint> = Call<E> & MemberRequest

export interface MemberRouteOptions {
  /** Work of the handler of which only a limited number may wait. */
  readonly needs?: HeavyWorkKind
  /** Tells whether the cooperative offers this at all. Where it does not, the call is answered 403. */
  readonly isOffered?: (settings: Settings) => boolean
  /**
   * True when the answer may be seconds old: `deps.db` is then the read replica, where there is one. Only for handlers that do
   * nothing but read, and that read nothing a member has just changed.
   */
  readonly mayBeSecondsOld?: boolean
}

export type StaffCall<E extends Endpoint> = Call<E> & { readonly caller: StaffCaller }

export interface StaffRouteOptions {
  /** The roles that may make the call. Others are answered 403. */
  readonly roles: readonly StaffRole[]
}

export interface Routes {
  /**
   * Serves an endpoint of the contract. Each endpoint is served exactly once.
   *
   * @param needs the kind of heavy work that the handler does, whose queue is bounded.
   */
  readonly on: <E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<AnswerOf<E>>,
    needs?: HeavyWorkKind,
  ) => void
  /**
   * Serves an endpoint for members who are signed in. A handler that names an account passes what it found of it through
   * `requireOwnAccount`; the audit of a refusal is written once, by the mount.
   */
  readonly onMember: <E extends Endpoint>(
    endpoint: E,
    handler: (call: MemberCall<E>) => Promise<AnswerOf<E>>,
    options?: MemberRouteOptions,
  ) => void
  /**
   * Serves an endpoint of the staff console. Before the handler runs, the mount has checked the role and written the audit line:
   * who calls what, about which member of the path. Only a `background` endpoint leaves no line.
   */
  readonly onStaff: <E extends Endpoint>(
    endpoint: E,
    options: StaffRouteOptions,
    handler: (call: StaffCall<E>) => Promise<AnswerOf<E>>,
  ) => void
}

/** Proves who calls, from headers and cookies. @throws NotSignedIn when the proof fails. */
export type Authenticator = (
  request: RequestFacts,
  deps: Deps,
  params: Readonly<Record<string, unknown>>,
  endpoint: Endpoint,
) => Promise<Caller>

/** One slice as the server mounts it. */
export interface Feature {
  readonly routes: (routes: Routes) => void
  readonly authenticators?: Partial<Record<Endpoint['auth'] | 'portal-view', Authenticator>>
  /** Starts every transaction of a member's call, and throws to refuse it. One feature has it. */
  readonly guardMember?: (tx: Tx, caller: MemberCaller) => Promise<void>
  /** Serves what is not of the contract: pages and files. */
  readonly pages?: (server: FastifyInstance, deps: Deps) => void
  /** Registers job handlers and schedules. */
  readonly jobs?: (deps: Deps) => void
}

/** A slice in the list of the server: the facts about its tables, which every process has, and what a serving process loads. */
export interface FeatureManifest extends FeatureData {
  readonly events?: () => Promise<EventBodies>
  readonly load: () => Promise<Feature>
}
