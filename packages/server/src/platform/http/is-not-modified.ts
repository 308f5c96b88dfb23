/** Whether the caller already has what an ETag names (RFC 9110 §13.1.2: a list, weak forms count, `*` is anything). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//u, '')))
