import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that matches any path: tells whether a path exists. */
    readonly exists?: (path: string) => boolean
  }
}

interface KnownRoute {
  readonly methods: readonly string[]
  readonly matches: (path: string) => boolean
}

/**
 * Collects the routes that are mounted after this call.
 *
 * @returns the methods that a path takes, sorted; none when there is nothing at the path. The router knows only whether it
 *   has a route for a method and a path together, and 405 must name the others (RFC 9110 §15.5.6).
 */
export function collectAllowedMethods(server: FastifyInstance): (path: string) => readonly string[] {
  const fixed = new Map<string, string[]>()
  const patterns: KnownRoute[] = []
  server.addHook('onRoute', ({ url, method, config }) => {
    const methods = [method].flat()
    if (url.includes('*')) patterns.push({ methods, matches: (path) => config?.exists?.(path) === true })
    else if (url.includes(':')) patterns.push({ methods, matches: matcherOf(url) })
    else fixed.set(url, [...(fixed.get(url) ?? []), ...methods])
  })
  return (path) => {
    const plain = path.replace(/(?<=.)\/$/u, '')
    const matching = patterns.filter((route) => route.matches(plain)).flatMap((route) => route.methods)
    return [...new Set([...(fixed.get(plain) ?? []), ...matching])].toSorted()
  }
}

function matcherOf(url: string): (path: string) => boolean {
  const segments = url.split('/')
  return (path) => {
    const given = path.split('/')
    if (given.length !== segments.length) return false
    return segments.every(
      (segment, index) => segment === given[index] || (segment.startsWith(':') && given[index] !== ''),
    )
  }
}
