const marked = 'injected-marker: 1'

/** Seventeen ways to begin a line that a header, a log or a mail did not have: line ends, encoded ones, and look-alikes. */
export const lineBreaks: readonly string[] = [
  `x\r\n${marked}`,
  `x\n${marked}`,
  `x\r${marked}`,
  `x\r\n\r\n${marked}`,
  `x\n\n${marked}`,
  `x\r\n ${marked}`,
  `x\r\n\t${marked}`,
  `x\v${marked}`,
  `x\f${marked}`,
  `x\0${marked}`,
  `x\u0085${marked}`,
  `x\u2028${marked}`,
  `x\u2029${marked}`,
  `x%0d%0a${marked}`,
  `x%E5%98%8A%E5%98%8D${marked}`,
  `x\u560a\u560d${marked}`,
  `=?utf-8?q?x=0D=0A${marked.replaceAll(' ', '_')}?=`,
]

/** True when a line of the text begins with the marker of the injected line. */
export const hasInjectedLine = (text: string): boolean => /^[ \t]*injected-marker:/mu.test(text)
