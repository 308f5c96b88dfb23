/** Parses an absolute address; `null` when it is none. Browsers of 2022 have no `URL.canParse`. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
