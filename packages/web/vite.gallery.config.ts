import { join } from 'node:path'
import { defineConfig } from 'vite'
import { shared } from './vite.shared.ts'

/** `npm run gallery`: every piece of `packages/ui` in its states. No part of what the server serves. */
export default defineConfig({
  ...shared,
  root: join(import.meta.dirname, '../ui/gallery'),
  publicDir: false,
  build: { emptyOutDir: true, reportCompressedSize: false },
  server: { host: '127.0.0.1', port: 5174 },
})
