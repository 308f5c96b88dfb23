/** Tells whether a file of a feature asks which kind of caller it got, which the endpoint has decided. */
export const checksCaller = (source: string): boolean => /\bcaller\??\.kind\b/iu.test(source)

const byHand = /(?:[=!]==|\bincludes\(|\bindexOf\(|\bstartsWith\(|\bcase)\s*'--/u

/** Tells whether a file compares words of a command with an option itself. `util.parseArgs` does that. */
export const parsesByHand = (source: string): boolean => byHand.test(source)
