import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { buildTarget } from './build/promised-browsers.ts'

/**
 * The configuration that the browser's build and the frame's build share. Names of style classes depend on the file alone, so that the
 * markup of one fits the style sheets of the other.
 */
export const shared = {
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  build: { target: buildTarget() },
  css: {
    transformer: 'lightningcss',
    lightningcss: { drafts: { customMedia: true }, cssModules: { pattern: '[name]_[hash]_[local]' } },
  },
} satisfies UserConfig
