/** Addresses in settings may be relative ('./favicon.ico'): to the site, not to the page that is being read. */
export const favIconAddress = (path: string): string => (path.startsWith('./') ? path.slice(1) : path) || '/favicon.ico'
