import type { Plugin } from 'vite'

/** Marks for the part that the server replaces by the inlined styles of a page; between them are the links for a server that serves the files as they are. */
const stylesStart = '<!--coopline:styles-->'
const stylesEnd = '<!--/coopline:styles-->'

/** Moves the links to style sheets of the template between two marks, at the end of its head. */
export const markStyles = (): Plugin => ({
  name: 'coopline-mark-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const links = html.match(/<link rel="stylesheet"[^>]*>/gu) ?? []
      const bare = html.replaceAll(/\s*<link rel="stylesheet"[^>]*>/gu, '')
      return bare.replace('</head>', `  ${stylesStart}${links.join('')}${stylesEnd}\n  </head>`)
    },
  },
})
