/**
 * Adds what pdf.js's build for older browsers leaves to the browser, where the browser does not have it: Chrome 111, Firefox 114
 * and Safari 16.4 lack these (decision 0049). Imported for its effect, by the page and by the worker.
 */
type Substitutes = Readonly<Record<string, (...args: never[]) => unknown>>

function add(place: object, substitutes: Substitutes): void {
  for (const [name, value] of Object.entries(substitutes))
    if (!(name in place)) Object.defineProperty(place, name, { value, writable: true, configurable: true })
}

add(Promise, {
  withResolvers: () => {
    let settle: readonly unknown[] = []
    const promise = new Promise((...functions) => {
      settle = functions
    })
    return { promise, resolve: settle[0], reject: settle[1] }
  },
})

add(Array.prototype, {
  toSpliced(this: readonly unknown[], ...change: [number, number]) {
    const copy = [...this]
    copy.splice(...change)
    return copy
  },
})

add(ArrayBuffer.prototype, {
  transferToFixedLength(this: ArrayBuffer, length: number = this.byteLength) {
    const copy = new ArrayBuffer(length)
    new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)))
    return copy
  },
})

for (const body of [Response.prototype, Blob.prototype])
  add(body, {
    async bytes(this: Response | Blob) {
      return new Uint8Array(await this.arrayBuffer())
    },
  })
