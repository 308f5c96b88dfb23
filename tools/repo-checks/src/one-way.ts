/** Tells whether a file of a feature asks which kind of caller it got, which the endpoint has decided. */
export const checksCaller = (source: string): boolean => /\bcaller\??\.kind\b/iu.test(source)
