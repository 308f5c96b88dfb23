import type { Refusal } from './refusal.ts'

/** Situations in which a use case refuses. `platform/http/to-problem.ts` is the only place that turns them into answers. */
export abstract class PortalError extends Error {
  /** Details for the log; never personal data. */
  readonly detail: Readonly<Record<string, unknown>>
  constructor(message: string, detail: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = new.target.name
    this.detail = detail
  }
}

/** Thrown when a request does not have the documented form. 400. */
export class BadInput extends PortalError {
  readonly refusals: readonly Refusal[]
  constructor(...refusals: readonly Refusal[]) {
    super('The request is not of the described form')
    this.refusals = refusals
  }
}

/** Thrown when a rule refuses a request, for one reason or more, each with its field. 400. */
export class Refused extends PortalError {
  readonly refusals: readonly Refusal[]
  constructor(...refusals: readonly Refusal[]) {
    super(`Refused by rule: ${refusals.map(({ code }) => code).join(', ')}`)
    this.refusals = refusals
  }
}

/** Thrown when a token is absent, wrong, expired or revoked, or a proof of identity fails. 401. */
export class NotSignedIn extends PortalError {}

/** Thrown when the caller is known but may not do this, for example because the feature is off. 403. */
export class NotAllowed extends PortalError {
  readonly refusal: Refusal | undefined
  constructor(message: string, refusal?: Refusal) {
    super(message)
    this.refusal = refusal
  }
}

/** Thrown when the member must reauthenticate first. 403 with the code `step-up-required`. */
export class StepUpRequired extends PortalError {
  constructor() {
    super('A fresh proof of identity is needed')
  }
}

/** Thrown when a request is meant for another host than ours. 421. */
export class WrongHost extends PortalError {}

/** Thrown when an address exists but does not take the method. 405 with the methods that it takes. */
export class MethodNotAllowed extends PortalError {
  readonly allowed: readonly string[]
  constructor(allowed: readonly string[]) {
    super('The address does not take this method')
    this.allowed = allowed
  }
}

/** Thrown when a body has a media type or encoding that no call accepts. 415. */
export class UnsupportedMedia extends PortalError {}

/** Thrown when a thing does not exist or is not the caller's; the answer is the same. 404. */
export class NotFound extends PortalError {
  /** The documented sentence of what is missing, where there is one. */
  readonly refusal: Refusal | undefined
  constructor(message: string, refusal?: Refusal) {
    super(message)
    this.refusal = refusal
  }
}

/**
 * Thrown when the caller names an account, a member or a thing of theirs that does not exist or is not the caller's. The same
 * answer as `NotFound`; the HTTP layer also records the attempt in the audit.
 */
export class NotOwned extends NotFound {
  /** The account that the caller named, where one was named. */
  readonly accountNumber: string | undefined
  constructor(message: string, named: { readonly accountNumber?: string; readonly refusal?: Refusal } = {}) {
    super(message, named.refusal)
    this.accountNumber = named.accountNumber
  }
}

/** Thrown when the request conflicts with the current state. 409. */
export class Conflict extends PortalError {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`Conflict: ${refusal.code}`)
    this.refusal = refusal
  }
}

/** Thrown when a limit of attempts is reached. 429. */
export class TooManyAttempts extends PortalError {
  readonly kind: string
  readonly retryAfterSeconds: number
  /** Replaces the documented sentence. */
  readonly refusal: Refusal | undefined
  constructor(kind: string, retryAfterSeconds: number, refusal?: Refusal) {
    super(`Too many attempts: ${kind}`)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
    this.refusal = refusal
  }
}

/** Thrown when a body is larger than any genuine one. The status is 413, as in the framework's own refusals. */
export class TooLarge extends Error {
  readonly statusCode = 413
}

/** Thrown when a system behind the portal (database, provider) does not answer. 503. */
export class Unavailable extends PortalError {
  readonly retryAfterSeconds: number
  constructor(what: string, retryAfterSeconds = 5) {
    super(`${what} is not available`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The longest time that a system may ask for: one that asks for more is asked again after it. */
const longestPauseSeconds = 3_600

/** Thrown when a system behind the portal is there and takes no more calls for now. It counts as no outage. 503. */
export class TooBusy extends Unavailable {
  /** @param retryAfter the header Retry-After of its answer: seconds, or a date, which counts as the least time. */
  constructor(what: string, retryAfter: string | null | undefined) {
    const seconds = /^\d{1,9}$/u.test(retryAfter ?? '') ? Number(retryAfter) : 0
    super(what, Math.min(longestPauseSeconds, Math.max(5, seconds)))
  }
}
