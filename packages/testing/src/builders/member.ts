import { type LoginResponse, signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'

export interface MemberFacts {
  readonly memberNumber: string
  readonly name: string
  readonly username: string
  /** Ten digits each. */
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  readonly hasSecondStep: boolean
}

/** A member of the cooperative. Every method returns a new builder. */
export class MemberBuilder {
  readonly facts: MemberFacts

  constructor(facts: MemberFacts) {
    this.facts = facts
  }

  with(changes: Partial<MemberFacts>): MemberBuilder {
    return new MemberBuilder({ ...this.facts, ...changes })
  }

  /** Leaves the member without a phone and an email address on file. */
  unreachable(): MemberBuilder {
    return this.with({ phones: [], emails: [] })
  }

  /** An authenticator app is set up: sign-in asks for its code. */
  withSecondStep(): MemberBuilder {
    return this.with({ hasSecondStep: true })
  }

  /** The answer to sign-in: a session. */
  toLogin(changes: Partial<LoginResponse> = {}): LoginResponse {
    return signIn.login.answer.parse({
      accessToken: 'access-1',
      memberNumber: this.facts.memberNumber,
      expireInMinutes: 15,
      memberMfaEnabled: this.facts.hasSecondStep,
      mfaAuthenticateModel: null,
      loginInfo: null,
      ...changes,
    } satisfies LoginResponse)
  }

  /** The answer to the right password where a code is wanted. */
  toCodeWanted(): LoginResponse {
    return this.withSecondStep().toLogin({
      accessToken: null,
      memberNumber: null,
      expireInMinutes: null,
      mfaAuthenticateModel: { encryptedMember: 'em-1', encryptedUserName: 'eu-1' },
    })
  }
}

/** Ada Lindqvist, member 10001, with a cell phone and an email address, unless the test says otherwise. */
export const aMember = (changes: Partial<MemberFacts> = {}): MemberBuilder =>
  new MemberBuilder({
    memberNumber: '10001',
    name: 'Ada Lindqvist',
    username: 'ada.lindqvist',
    phones: ['7155554821'],
    emails: ['ada.lindqvist@example.org'],
    hasSecondStep: false,
    ...changes,
  })

/** The other member: Ben Ortega, 10002. */
export const ben = aMember({
  memberNumber: '10002',
  name: 'Ben Ortega',
  username: 'ben.ortega',
  phones: ['7155551177'],
  emails: ['ben.ortega@example.org'],
})
