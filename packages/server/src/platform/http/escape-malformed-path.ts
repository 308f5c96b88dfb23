import { apiPrefix } from '@coopline/contract/paths'

/**
 * Escapes the percent signs of a path that cannot be decoded (`/%F0%9F`). The router would refuse it before any hook has run;
 * now it is an address that does not exist, and a browser gets the page for one. Calls of the API stay malformed: 400.
 */
export function escapeMalformedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/u, 1)
  if (path.startsWith(`${apiPrefix}/`) || isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
