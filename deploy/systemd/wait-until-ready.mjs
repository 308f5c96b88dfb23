// Ends once the portal on a port of this machine is ready for members, so that `systemctl start` and `restart` return then.
const [port] = process.argv.slice(2)
const address = `http://${process.env.HOST ?? '127.0.0.1'}:${port}/readyz`
const isReady = async () =>
  fetch(address, { signal: AbortSignal.timeout(3_000) }).then(
    (response) => response.ok,
    () => false,
  )
const seconds = async (count) => new Promise((later) => setTimeout(later, count * 1_000))

while (!(await isReady())) await seconds(0.2)
// Caddy asks each second: it must know of this process before another one stops.
await seconds(3)
