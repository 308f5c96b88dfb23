/** Thrown when the browser made no passkey: the member stopped it, has one already, or the address is not the right one. */
export class PasskeyNotMade extends Error {
  override readonly name = 'PasskeyNotMade'
  readonly reason: 'notMade' | 'known' | 'address'

  constructor(reason: PasskeyNotMade['reason'], options?: ErrorOptions) {
    super(`No passkey was made: ${reason}`, options)
    this.reason = reason
  }
}
