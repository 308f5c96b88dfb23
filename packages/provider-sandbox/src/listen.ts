import type { Server } from 'node:http'

/** Returns the port that the server listens on. */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

/** Ends a server: requests under way are answered, and after two seconds cut off. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    // Requests that are still open wait for a client that does not read.
    setTimeout(() => server.closeAllConnections(), 2000).unref()
  })
