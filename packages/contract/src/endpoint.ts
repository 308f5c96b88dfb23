import type { SystemScope } from '@coopline/rules/site/system-api/system-scopes'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { apiPrefix, systemApiPrefix } from './paths.ts'

const none = z.strictObject({})

/** The callers that an endpoint accepts. There is no default. */
type Auth =
  /** Anyone; the answer holds nothing about a member beyond what the body proves. */
  | 'public'
  /** Bearer quick-pay token and its cookie, valid for one account and for payments only (QP-34, REQ-D-005). */
  | 'quick-pay'
  /** Token and cookie of Quick Pay, also after the token has expired, for results of the payments that were made with it (REQ-D-398). */
  | 'quick-pay-result'
  /** Bearer access token and its cookie (REQ-D-004). */
  | 'member'
  /** Bearer token of the staff console and its cookie. */
  | 'staff'
  /** Bearer token of a registration whose code was verified, valid for that account's registration only. */
  | 'registration'
  /** Bearer token of the link of a saved application for service, valid for that application only. */
  | 'application-link'
  /** The payment provider, by signature over the raw body. */
  | 'provider'
  /** A trusted partner site, by signature over the raw body. */
  | 'partner'
  /** The service that carries text messages, by signature over the raw body. */
  | 'text-service'
  /** Bearer token of a connected app or of a member's own script. Grants only the data the member chose. */
  | 'data-token'
  /** Bearer key of one of the cooperative's own systems, with the scope of the endpoint (REQ-D-500). */
  | 'system'

/** The caching of an answer: none, or revalidation by its strong ETag before each use (decision 0012). */
type Caching = 'no-store' | 'revalidated'

/** The media type of the response. Everything except JSON is a file. */
type MediaType = 'application/json' | 'application/atom+xml' | 'text/csv' | 'application/octet-stream'

/** A file that the server streams while generating it. */
export interface FileAnswer {
  /** ASCII letters, digits, `.`, `-` and `_`. */
  readonly fileName: string
  /** The file's text or bytes, in order. */
  readonly pieces: AsyncIterable<string | Uint8Array>
}

/** The `answer` of an endpoint that returns a file. */
export const fileAnswer = z.custom<FileAnswer>()

/** Errors that an endpoint documents besides 400, 429, 500 and 503, which every endpoint may answer. */
type DocumentedStatus = 401 | 403 | 404 | 409 | 413 | 415

/**
 * One call, described once: the server parses with it, the browser uses its types, and the OpenAPI document is generated from it.
 * `path` is relative to the prefix of its API (`addressOf`), with `{name}` for parameters.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  CallLine extends string = string,
  Caller extends Auth = Auth,
> {
  readonly id: string
  /** Method and path in one, as documents write it; the browser names a call by it. */
  readonly call: CallLine
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** Types the caller that the handler gets. */
  readonly auth: Caller
  /** The roles that may call an endpoint of staff; others are answered 403. Empty for other endpoints. */
  readonly roles: readonly StaffRole[]
  /** The scope that a key of the system API needs; others are answered 403. `undefined` for other endpoints. */
  readonly scope: SystemScope | 'any' | undefined
  readonly summary: string
  /** Whole sentences for the reference: what the call is for, and what its caller must know. */
  readonly description: string | undefined
  readonly source: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  readonly media: MediaType
  readonly caching: Caching
  readonly errors: readonly DocumentedStatus[]
  /** True when the call may be repeated with the same `Idempotency-Key` header and answers the same. */
  readonly idempotent: boolean
  /** True when the handler needs the raw bytes (signatures); the body schema then only documents. */
  readonly rawBody: boolean
  /** True when answers need no `ApplicationId: Web` header: reads that anybody may link to, and the provider's calls. */
  readonly foreignClients: boolean
  /** True when a login without a membership may make the call (decision 0150). Others are answered 404. */
  readonly guests: boolean
  /**
   * True for a read that staff may make while they see the portal as a member (decision 0219); `access` when it shows how the
   * member signs in, who reads their data or where messages go, for roles with that right (REQ-D-329). Others are answered 403.
   */
  readonly portalView: boolean | 'access'
  /**
   * Whether the member must have proven who they are a short while ago, because a stolen session must not do this: on every call, which the
   * server checks before the handler runs, or depending on what is asked, which the handler checks.
   */
  readonly proof: 'always' | 'sometimes' | undefined
  /** True when the page makes the call without a member's action: such a call does not extend the session. */
  readonly background: boolean
  /** Largest body in bytes, when the usual 64 kB are too few. The caller is authenticated before such a body is read. */
  readonly maxBodyBytes: number | undefined
  /**
   * Media types besides JSON in which the body may come, with the most bytes of such a body. The handler reads it piece by piece
   * (`RequestFacts.stream`), and the body schema does not apply.
   */
  readonly streams: { readonly media: readonly string[]; readonly maxBytes: number }
  /** True when the call may be answered 202: what was asked for is done later. */
  readonly mayBeLater: boolean
}

/** Length of an `Idempotency-Key`, in printable ASCII characters. A shorter one meets another by chance. */
export const idempotencyKeyLength = { minLength: 8, maxLength: 128 } as const

interface EndpointDraft<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  U extends Auth,
> {
  readonly auth: U
  readonly summary: string
  readonly description?: string
  readonly source: string
  readonly answer: A
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly media?: MediaType
  readonly caching?: Caching
  readonly errors?: readonly DocumentedStatus[]
  readonly idempotent?: boolean
  readonly rawBody?: boolean
  readonly foreignClients?: boolean
  readonly guests?: boolean
  readonly portalView?: true | 'access'
  readonly proof?: 'always' | 'sometimes'
  readonly background?: boolean
  readonly maxBodyBytes?: number
  readonly streams?: { readonly media: readonly string[]; readonly maxBytes: number }
  readonly mayBeLater?: boolean
}

/** An endpoint of staff names its roles, one of the system API its scope, and no other does. */
type Rights<U extends Auth> = (U extends 'staff'
  ? { readonly roles: readonly StaffRole[] }
  : { readonly roles?: never }) &
  (U extends 'system' ? { readonly scope: SystemScope | 'any' } : { readonly scope?: never })

export type None = z.ZodObject<Record<never, never>, z.core.$strict>

/** Builds an endpoint from `'POST /v3/…'` and what differs from the usual. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = None,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
  const C extends `${Endpoint['method']} /${string}` = `GET /${string}`,
  const U extends Auth = Auth,
>(id: string, call: C, draft: EndpointDraft<P, Q, B, A, U> & Rights<U>): Endpoint<P, Q, B, A, C, U> {
  const [method, path] = call.split(' ') as [Endpoint['method'], string]
  return {
    id,
    call,
    method,
    path,
    auth: draft.auth,
    roles: draft.roles ?? [],
    scope: draft.scope,
    summary: draft.summary,
    description: draft.description,
    source: draft.source,
    params: draft.params ?? (none as unknown as P),
    query: draft.query ?? (none as unknown as Q),
    body: draft.body ?? (none as unknown as B),
    answer: draft.answer,
    media: draft.media ?? 'application/json',
    caching: draft.caching ?? 'no-store',
    errors: draft.errors ?? [],
    idempotent: draft.idempotent ?? false,
    rawBody: draft.rawBody ?? false,
    foreignClients: draft.foreignClients ?? draft.auth === 'system',
    guests: draft.guests ?? false,
    portalView: draft.portalView ?? false,
    proof: draft.proof,
    background: draft.background ?? false,
    maxBodyBytes: draft.maxBodyBytes,
    streams: draft.streams ?? { media: [], maxBytes: 0 },
    mayBeLater: draft.mayBeLater ?? false,
  }
}

/** The path of an endpoint on the portal's host, with `{name}` for parameters. */
export const addressOf = ({ auth, path }: Pick<Endpoint, 'auth' | 'path'>): string =>
  `${auth === 'system' ? systemApiPrefix : apiPrefix}${path}`

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
