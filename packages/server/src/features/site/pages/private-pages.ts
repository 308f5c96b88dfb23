const privatePage =
  /^(?:\/pages)?\/(?:quick-pay|payment-success|payment-cancel|login|register|reset-password|forgot-password|forgot-username|external-redirect)\/?$/iu

/** Whether the page at a path handles money or credentials, by its own path or the one with `/pages` before it. */
export const isPrivatePage = (path: string): boolean => privatePage.test(path)
