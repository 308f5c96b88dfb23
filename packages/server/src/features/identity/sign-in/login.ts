/** A member's portal login. */
export interface Login {
  readonly loginId: string
  readonly username: string
  readonly memberNumber: string
  readonly email: string
  readonly passwordHash: string
  readonly passwordSetAt: Date
  readonly language: 'en' | 'es'
  /** The authenticator app's secret, encrypted; null without an app. */
  readonly appSecret: Uint8Array | null
  readonly isDisabled: boolean
  /** The time when staff or a new password last unlocked it. Wrong passwords before that time do not count. */
  readonly unlockedAt: Date | null
}

/** The facts of a new login. */
export interface NewLogin {
  readonly loginId: string
  readonly username: string
  readonly memberNumber: string
  readonly email: string
  readonly passwordHash: string
  readonly secretQuestion: string | null
  readonly secretAnswerHash: string | null
  readonly language: 'en' | 'es'
  readonly createdAt: Date
}

/** Returns the form in which usernames are compared: lowercase, and in one Unicode normalization form. */
export const usernameKey = (username: string): string => username.normalize('NFC').trim().toLowerCase()
