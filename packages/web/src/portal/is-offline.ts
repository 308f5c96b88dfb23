/** True when the browser knows that it has no network. False says nothing: the network may still not reach the server. */
export const isOffline = (): boolean => !navigator.onLine
