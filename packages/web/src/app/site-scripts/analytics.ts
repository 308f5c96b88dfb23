declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** The tag manager takes its commands as the `arguments` of a function, not as arrays (https://developers.google.com/tag-platform). */
function command(..._words: readonly unknown[]): void {
  window.dataLayer ??= []
  window.dataLayer.push(arguments)
}

/** Tells the tag manager which property to use; it must not count pages itself. */
export function startAnalytics(code: string): void {
  command('js', new Date())
  command('config', code, { send_page_view: false })
}

/** Reports a page view. Only its path is sent: queries hold account numbers and tokens. */
export function sendPageView(path: string): void {
  command('event', 'page_view', {
    page_path: path,
    page_location: `${window.location.origin}${path}`,
    page_referrer: '',
  })
}
