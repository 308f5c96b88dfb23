/**
 * Tells whether the caller already has the content of an ETag (RFC 9110 §13.1.2: a list, weak forms count, `*` matches
 * any).
 */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//u, '')))
