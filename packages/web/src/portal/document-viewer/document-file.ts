/** A PDF with the name under which it is saved. */
export interface DocumentFile {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A document as calls answer it, with its bytes in base64. @throws DOMException when they are not base64. */
export const documentFromBase64 = (fileName: string, base64: string): DocumentFile => ({
  fileName,
  bytes: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
})
