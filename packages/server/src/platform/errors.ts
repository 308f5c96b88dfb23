import type { ProblemEntry } from '@coopline/contract/problem-body'

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
  readonly errors: readonly ProblemEntry[]
  constructor(errors: readonly ProblemEntry[]) {
    super('The request is not of the described form')
    this.errors = errors
  }
}

/** Thrown when a rule refuses a request; carries the rule's messages, each with its field. 400. */
export class RuleRefused extends PortalError {
  readonly errors: readonly ProblemEntry[]
  constructor(errors: readonly ProblemEntry[]) {
    super(`Refused by rule: ${errors.map((error) => error.code).join(', ')}`)
    this.errors = errors
  }
}

/** Thrown when a token is absent, wrong, expired or revoked, or a proof of identity fails. 401. */
export class NotSignedIn extends PortalError {}

/** Thrown when the caller is known but may not do this, for example because the feature is off. 403. */
export class NotAllowed extends PortalError {
  readonly memberMessage: string | undefined
  constructor(message: string, memberMessage?: string) {
    super(message)
    this.memberMessage = memberMessage
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
  readonly memberMessage: string | undefined
  constructor(message: string, memberMessage?: string) {
    super(message)
    this.memberMessage = memberMessage
  }
}

/**
 * Thrown when the caller names an account, a member or a thing of theirs that does not exist or is not the caller's. The same
 * answer as `NotFound`; the HTTP layer also records the attempt in the audit.
 */
export class NotOwned extends NotFound {
  /** The account that the caller named, where one was named. */
  readonly accountNumber: string | undefined
  constructor(message: string, named: { readonly accountNumber?: string; readonly memberMessage?: string } = {}) {
    super(message, named.memberMessage)
    this.accountNumber = named.accountNumber
  }
}

/** Thrown when the request conflicts with the current state. 409. */
export class Conflict extends PortalError {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Thrown when a limit of attempts is reached. 429. */
export class TooManyAttempts extends PortalError {
  readonly kind: string
  readonly retryAfterSeconds: number
  /** Replaces the documented sentence. */
  readonly memberMessage: string | undefined
  constructor(kind: string, retryAfterSeconds: number, memberMessage?: string) {
    super(`Too many attempts: ${kind}`)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
    this.memberMessage = memberMessage
  }
}

/** Thrown when a system behind the portal (database, provider) does not answer. 503. */
export class Unavailable extends PortalError {
  readonly retryAfterSeconds: number
  constructor(what: string, retryAfterSeconds = 5) {
    super(`${what} is not available`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
