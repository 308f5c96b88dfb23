/** Thrown when no passkey was chosen: the browser's question was put away, or there is none for this site. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
}
